import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { errorParts, useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import { type BranchProps, BranchSkeleton } from './BranchDocuments.tsx'
import { useBranch } from './browsing.queries.ts'
import { DocumentRows } from './DocumentRows.tsx'

/** The loaded documents of a branch. */
export const BranchRows = ({ category, name, count, query, actions, between }: BranchProps) => {
  const words = useWords(browsingEn)
  const pages = useBranch(category)
  const cut = between?.rows ?? 0
  if (pages.isPending) return <BranchSkeleton {...{ count, between, actions }} />
  if (pages.isError && pages.items.length === 0) {
    return (
      <ErrorState {...errorParts(pages.error, words.branchFailed)} onRetry={() => void pages.refetch()} isRetrying={pages.isFetching} />
    )
  }
  return (
    <>
      {between && <DocumentRows documents={pages.items.slice(0, cut)} label={words.documentsIn(name)} {...{ query, actions }} />}
      {between?.shelf}
      <DocumentRows
        documents={between ? pages.items.slice(cut) : pages.items}
        label={between ? words.moreDocumentsIn(name) : words.documentsIn(name)}
        {...{ query, actions }}
      />
      <LoadMore of={pages} />
    </>
  )
}
