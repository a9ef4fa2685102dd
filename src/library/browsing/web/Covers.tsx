import { Suspense } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { errorParts, useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import { useNewest } from './browsing.queries.ts'
import { CoverGridSkeleton } from './CoverGridSkeleton.tsx'
import type { RowActions } from './rowActions.ts'

/** Loaded only for readers who switch to covers. */
export const gridScreen = lazyScreen(async () => (await import('./CoverGrid.tsx')).CoverGrid)

/** Shows these documents as covers. */
export const Covers = (props: { documents: readonly Document[]; query: string; actions: RowActions }) => (
  <Suspense fallback={<CoverGridSkeleton />}>
    <gridScreen.Component label={useWords(browsingEn).covers} {...props} />
  </Suspense>
)

/** All documents as covers, newest first. */
export const BrowseCovers = ({ actions }: { actions: RowActions }) => {
  const words = useWords(browsingEn)
  const pages = useNewest()
  if (pages.isPending) return <CoverGridSkeleton />
  if (pages.isError && pages.items.length === 0) {
    return <ErrorState {...errorParts(pages.error, words.loadFailed)} onRetry={() => void pages.refetch()} isRetrying={pages.isFetching} />
  }
  return (
    <div>
      <Covers documents={pages.items} query="" actions={actions} />
      <LoadMore of={pages} />
    </div>
  )
}
