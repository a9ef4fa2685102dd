import type { ReactNode } from 'react'
import type { CategoryTree } from '#features/categories/categories.contract.ts'
import { useInside } from '#features/extraction/web/extraction.queries.ts'
import { InsideDocuments, JumpInside } from '#features/extraction/web/InsideDocuments.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { TreeSkeleton } from '#web/ui/Skeleton.tsx'
import { errorParts, useWords } from '#web/words.ts'
import { documentsEn } from '../documents.en.ts'
import { CoverGridSkeleton } from './CoverGridSkeleton.tsx'
import { Covers } from './Covers.tsx'
import type { RowActions } from './DocumentRow.tsx'
import type { useSearch } from './documents.queries.ts'
import type { View } from './documentsKept.ts'
import { NothingFound } from './NothingFound.tsx'
import { SearchTree } from './SearchTree.tsx'
import type { OpenBranches } from './useOpenBranches.ts'

const titlesId = 'titles-and-categories'

type TitlesProps = {
  tree: CategoryTree
  query: string
  branches: OpenBranches
  actions: RowActions
  search: ReturnType<typeof useSearch>
  view: View
  /** What is shown was found by the search before. */
  isStale: boolean
  nothing: ReactNode
}
export type FoundProps = Omit<TitlesProps, 'nothing'> & { onClear: () => void }

/** The first group: titles and categories. */
const FoundTitles = ({ tree, query, branches, actions, search, view, isStale, nothing }: TitlesProps) => {
  const words = useWords(documentsEn)
  if (search.isError && search.items.length === 0) {
    return (
      <ErrorState {...errorParts(search.error, words.loadFailed)} onRetry={() => void search.refetch()} isRetrying={search.isFetching} />
    )
  }
  if (search.isPending) return view === 'tree' ? <TreeSkeleton /> : <CoverGridSkeleton />
  return (
    <div className={isStale ? 'opacity-60' : ''}>
      {view === 'tree' && (
        <SearchTree
          documents={search.items}
          isWhole={!search.hasNextPage && !isStale}
          empty={nothing}
          {...{ tree, query, branches, actions, isStale }}
        />
      )}
      {view === 'covers' && (search.items.length === 0 ? nothing : <Covers documents={search.items} {...{ query, actions }} />)}
      <LoadMore of={search} isManual />
    </div>
  )
}

/** Takes little room, because what was looked for stands below. */
const NoTitles = () => {
  const words = useWords(documentsEn)
  return (
    <p className="px-2 py-2">
      <span className="font-medium">{words.empty.title}</span> <span className="text-muted">{words.empty.searchInside}</span>
    </p>
  )
}

/** What a search found: in titles and category names, and below it in the texts, which nothing else waits for. */
export const FoundDocuments = ({ onClear, ...props }: FoundProps) => {
  const words = useWords(documentsEn)
  const { query, search, actions } = props
  const inside = useInside(query)
  const hasInside = inside.items.length > 0
  const nothing = hasInside ? <NoTitles /> : <NothingFound {...{ query, onClear }} />
  return (
    <>
      <section aria-labelledby={titlesId} className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 id={titlesId} className="font-semibold text-lg">
            {words.inTitles}
          </h2>
          {hasInside && search.items.length > 0 && <JumpInside />}
        </div>
        <FoundTitles {...props} nothing={nothing} />
      </section>
      <InsideDocuments of={inside} query={query} open={actions.open} />
    </>
  )
}
