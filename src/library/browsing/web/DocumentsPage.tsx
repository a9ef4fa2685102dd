import { type RefObject, Suspense, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { may } from '#contract/endpoint.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { starInViewer } from '#library/favorites/web/ViewerStar.tsx'
import { booksScreen, offlineBooks } from '#library/reading/web/bookScreens.ts'
import { keepsBooks } from '#library/reading/web/booksHere.ts'
import { DocumentViewer } from '#library/reading/web/DocumentViewer.tsx'
import { useOpenDocument } from '#library/reading/web/openDocument.ts'
import { useConnection } from '#web/api/connection.ts'
import { type SessionUser, useSession } from '#web/api/session.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { lazyScreen } from '#web/shell/screen.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ListSkeleton, TreeSkeleton } from '#web/ui/Skeleton.tsx'
import { useSearchText } from '#web/ui/useSearchText.ts'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import { useTree } from './browsing.queries.ts'
import { DocumentList } from './DocumentList.tsx'
import { PageActions } from './PageActions.tsx'

/** Only a few roles can open it. */
export const removedScreen = lazyScreen(async () => (await import('./RemovedDocuments.tsx')).RemovedDocuments)

const Library = () => {
  const words = useWords(browsingEn)
  const tree = useTree()
  const { text, setText, query } = useSearchText()
  return (
    <Page
      title={words.title}
      action={<PageActions isEmpty={tree.data?.total === 0} />}
      filters={<SearchField label={words.searchLabel} placeholder={words.search} value={text} onChange={setText} />}
    >
      <WithoutConnection />
      <Loaded of={tree} skeleton={<TreeSkeleton rows={8} />} failed={words.loadFailed}>
        {(loaded) => <DocumentList tree={loaded} query={query} onClear={() => setText('')} />}
      </Loaded>
      <DocumentViewer star={starInViewer} />
    </Page>
  )
}

type View = 'library' | 'removed' | 'kept'

const viewOf = (asked: string | null, me: SessionUser | undefined): View => {
  if (asked === 'removed' && may(documentsApi.removed, me)) return 'removed'
  return asked === 'kept' && me?.role === 'student' ? 'kept' : 'library'
}

/** The books on this device, with the viewer. */
const Kept = () => {
  const { open } = useOpenDocument()
  return (
    <>
      <booksScreen.Component open={open} />
      <DocumentViewer star={starInViewer} />
    </>
  )
}

/** Only what is on this device opens without a connection. */
const WithoutConnection = () => {
  const { open } = useOpenDocument()
  const { isLost } = useConnection()
  return isLost && keepsBooks() ? <Embed screen={offlineBooks} open={open} /> : null
}

/** Switching views keeps the page but removes the pressed link, so the focus moves to the new heading. */
const FocusOnView = ({ view, shown }: { view: View; shown: RefObject<View> }) => {
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    const heading = document.querySelector<HTMLElement>('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [view, shown])
  return null
}

/**
 * Documents by category, with search and the viewer; `?view=kept` shows students the books on their device, and `?view=removed` the trash
 * to people who may restore documents.
 */
export const DocumentsPage = () => {
  const me = useSession()?.user
  const [parameters] = useSearchParams()
  const view = viewOf(parameters.get('view'), me)
  const shown = useRef(view)
  return (
    <Suspense fallback={<ListSkeleton rows={8} />}>
      {view === 'library' ? <Library /> : view === 'kept' ? <Kept /> : <removedScreen.Component />}
      <FocusOnView view={view} shown={shown} />
    </Suspense>
  )
}
