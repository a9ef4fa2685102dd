import { Component, type ReactNode, Suspense } from 'react'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ListSkeleton } from '../ui/Skeleton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useWords } from '../words.ts'
import type { Page } from './page.ts'
import { NotLoaded } from './screen.ts'
import { shellEn } from './shell.en.ts'

/** A page with its own skeleton and error boundary: the menu around it stays usable. */
export const PageView = ({ page }: { page: Page }) => (
  <Boundary key={page.path}>
    <Suspense fallback={page.access === 'anyone' ? <OpenPageLoading /> : <PageSkeleton />}>
      <page.screen.Component />
    </Suspense>
  </Boundary>
)

const PageSkeleton = () => (
  <div className="mx-auto w-full max-w-[1200px] pt-12">
    <ListSkeleton rows={8} />
  </div>
)

/** A page without the menu around it, while it loads. */
const OpenPageLoading = () => (
  <main className="grid min-h-dvh place-items-center">
    <div role="status" className="flex items-center gap-3 text-muted">
      <Spinner className="size-6" />
      {useWords(shellEn).loading}
    </div>
  </main>
)

type State = { error: unknown; isTrying: boolean }

export class Boundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined, isTrying: false }

  static getDerivedStateFromError = (error: unknown): State => ({ error, isTrying: false })

  retry = async () => {
    const { error } = this.state
    this.setState({ isTrying: true })
    if (error instanceof NotLoaded) await error.retry().catch(() => reloadIfReachable())
    this.setState({ error: undefined, isTrying: false })
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <Failed isNotLoaded={this.state.error instanceof NotLoaded} isTrying={this.state.isTrying} onRetry={this.retry} />
  }
}

/**
 * Some browsers remember a failed import for as long as the document lives, and a new version has files with other names: then only
 * a new document helps. Without a connection a reload would lose even this page.
 */
const reloadIfReachable = async () => {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) window.location.reload()
}

const Failed = ({ isNotLoaded, isTrying, onRetry }: { isNotLoaded: boolean; isTrying: boolean; onRetry: () => void }) => {
  const words = useWords(shellEn)
  const { title, text } = isNotLoaded ? words.notLoaded : words.crashed
  return <ErrorState title={title} message={text} onRetry={onRetry} isRetrying={isTrying} />
}
