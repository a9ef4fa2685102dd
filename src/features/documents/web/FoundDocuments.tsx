import type { ReactNode } from 'react'
import type { CategoryTree } from '#features/categories/categories.contract.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { TreeSkeleton } from '#web/ui/Skeleton.tsx'
import { errorText, useWords } from '#web/words.ts'
import { documentsEn } from '../documents.en.ts'
import type { RowActions } from './DocumentRow.tsx'
import type { useSearch } from './documents.queries.ts'
import { SearchTree } from './SearchTree.tsx'
import type { OpenBranches } from './useOpenBranches.ts'

type Props = {
  tree: CategoryTree
  query: string
  branches: OpenBranches
  actions: RowActions
  search: ReturnType<typeof useSearch>
  /** What is shown was found by the search before. */
  isStale: boolean
  nothing: ReactNode
}

/** The first group of a search: titles and categories. */
export const FoundDocuments = ({ tree, query, branches, actions, search, isStale, nothing }: Props) => {
  const words = useWords(documentsEn)
  if (search.isError && search.items.length === 0) {
    return (
      <ErrorState
        title={words.loadFailed}
        message={errorText(search.error, words.loadFailed)}
        onRetry={() => void search.refetch()}
        isRetrying={search.isFetching}
      />
    )
  }
  if (search.isPending) return <TreeSkeleton />
  return (
    <div className={isStale ? 'opacity-60' : ''}>
      <SearchTree
        documents={search.items}
        isWhole={!search.hasNextPage && !isStale}
        empty={nothing}
        {...{ tree, query, branches, actions }}
      />
      <LoadMore of={search} isManual />
    </div>
  )
}
