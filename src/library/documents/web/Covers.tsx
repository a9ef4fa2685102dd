import { Suspense } from 'react'
import { lazyScreen } from '#web/shell/screen.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { errorParts, useWords } from '#web/words.ts'
import type { Document } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'
import { CoverGridSkeleton } from './CoverGridSkeleton.tsx'
import type { RowActions } from './DocumentRow.tsx'
import { useNewest } from './documents.queries.ts'

/** Only those who look at covers need its code. */
export const gridScreen = lazyScreen(async () => (await import('./CoverGrid.tsx')).CoverGrid)

/** These documents as covers. */
export const Covers = (props: { documents: readonly Document[]; query: string; actions: RowActions }) => (
  <Suspense fallback={<CoverGridSkeleton />}>
    <gridScreen.Component label={useWords(documentsEn).covers} {...props} />
  </Suspense>
)

/** All documents as covers, newest first. */
export const BrowseCovers = ({ actions }: { actions: RowActions }) => {
  const words = useWords(documentsEn)
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
