import { useMemo, useRef } from 'react'
import type { CategoryTree } from '#library/categories/categories.contract.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { TreeSkeleton } from '#web/ui/Skeleton.tsx'
import { errorParts, useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import type { useSearch } from './browsing.queries.ts'
import { CoverGridSkeleton } from './CoverGridSkeleton.tsx'
import { Covers } from './Covers.tsx'
import type { View } from './documentsKept.ts'
import { InsideDocuments, JumpInside } from './InsideDocuments.tsx'
import { useInside } from './inside.queries.ts'
import { NothingFound } from './NothingFound.tsx'
import type { RowActions } from './rowActions.ts'
import { SearchTree } from './SearchTree.tsx'
import { type FoundTree, foundTree, uncategorized } from './searchTree.ts'
import type { OpenBranches } from './useOpenBranches.ts'

const titlesId = 'titles-and-categories'

export type FoundProps = {
  tree: CategoryTree
  query: string
  branches: OpenBranches
  actions: RowActions
  search: ReturnType<typeof useSearch>
  /** Number of direct matches in each category; undefined while unknown. */
  counts: readonly { category: string | null; count: number }[] | undefined
  view: View
  /** True while the results of the previous search are shown. */
  isStale: boolean
  onClear: () => void
}
type TitlesProps = Pick<FoundProps, 'query' | 'branches' | 'actions' | 'search' | 'view' | 'isStale'> & { found: FoundTree }

/** Matches in titles and category names. */
const FoundTitles = ({ found, query, branches, actions, search, view, isStale }: TitlesProps) => {
  const words = useWords(browsingEn)
  if (search.isError && search.items.length === 0) {
    return (
      <ErrorState {...errorParts(search.error, words.loadFailed)} onRetry={() => void search.refetch()} isRetrying={search.isFetching} />
    )
  }
  return (
    <div className={isStale ? 'opacity-60' : ''}>
      {view === 'tree' ? (
        <SearchTree isWhole={!search.hasNextPage && !isStale} {...{ found, query, branches, actions, isStale }} />
      ) : (
        <Covers documents={search.items} {...{ query, actions }} />
      )}
      <LoadMore of={search} isManual />
    </div>
  )
}

/** Returns the query whose results are shown. */
const useShownQuery = ({ query, isStale }: FoundProps): string => {
  const shown = useRef(query)
  if (!isStale) shown.current = query
  return shown.current
}

const useFoundTree = ({ tree, search: { items }, counts }: FoundProps, query: string): FoundTree =>
  useMemo(() => {
    const byKey = counts && new Map(counts.map(({ category, count }) => [category ?? uncategorized, count]))
    return foundTree(tree.items, items, query, byKey)
  }, [tree.items, items, query, counts])

/**
 * Search results: matches in titles and category names, and matches in texts, which load independently. Matches in texts come first if no
 * title matches.
 */
export const FoundDocuments = (props: FoundProps) => {
  const words = useWords(browsingEn)
  const { query, search, actions, view, onClear } = props
  const shownQuery = useShownQuery(props)
  const found = useFoundTree(props, shownQuery)
  const inside = useInside(query)
  const hasInside = inside.items.length > 0
  const texts = <InsideDocuments of={inside} query={query} open={actions.open} />
  if (search.isPending) return view === 'tree' ? <TreeSkeleton /> : <CoverGridSkeleton />
  const hasTitles = search.items.length > 0 || (view === 'tree' && found.branches.length > 0)
  if (!hasTitles && !search.isError) {
    if (!hasInside && inside.isSuccess) return <NothingFound {...{ query, onClear }} />
    return (
      <>
        {texts}
        <p className="px-2 text-muted">{words.empty.searchTitles}</p>
      </>
    )
  }
  return (
    <>
      <section aria-labelledby={titlesId} className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 id={titlesId} className="font-semibold text-lg">
            {words.inTitles}
          </h2>
          {hasInside && search.items.length > 0 && <JumpInside />}
        </div>
        <FoundTitles {...props} found={found} query={shownQuery} />
      </section>
      {texts}
    </>
  )
}
