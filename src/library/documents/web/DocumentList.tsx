import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { may } from '#contract/endpoint.ts'
import type { CategoryTree } from '#library/categories/categories.contract.ts'
import { useMatching } from '#library/extraction/web/extraction.queries.ts'
import { favoritesApi } from '#library/favorites/favorites.contract.ts'
import { FavoriteButton } from '#library/favorites/web/FavoriteButton.tsx'
import { useFavoriteIds } from '#library/favorites/web/favorites.queries.ts'
import { useOpenDocument } from '#library/reading/web/openDocument.ts'
import { useSession } from '#web/api/session.ts'
import { Slot } from '#web/shell/Slot.tsx'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { TreeSkeleton } from '#web/ui/Skeleton.tsx'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { useWords } from '#web/words.ts'
import { type Document, documentsApi } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'
import { BrowseTree } from './BrowseTree.tsx'
import { wayToBranch } from './branches.ts'
import { BrowseCovers } from './Covers.tsx'
import type { RowActions } from './DocumentRow.tsx'
import { foundScreen, loadDocumentScreens } from './documentScreens.ts'
import { useSearch } from './documents.queries.ts'
import { documentsKept, keepDocuments, type View } from './documentsKept.ts'
import { NothingFound } from './NothingFound.tsx'
import { Shelf } from './Shelf.tsx'
import { Toolbar } from './Toolbar.tsx'
import { type Arrivals, useArrivals } from './useArrivals.ts'
import { useManaging } from './useManaging.tsx'
import { useOpenBranches } from './useOpenBranches.ts'
import { ViewSwitch } from './ViewSwitch.tsx'

/** What this reader may do with a row. A person who may delete has View, Edit and Delete there instead of a row to press. */
const useRowActions = (manage: NonNullable<RowActions['manage']>, arrivals: Arrivals): RowActions => {
  const me = useSession()?.user
  const { open } = useOpenDocument()
  const manages = may(documentsApi.remove, me)
  const hasFavorites = may(favoritesApi.add, me)
  const favorites = useFavoriteIds(hasFavorites)
  return useMemo(
    () => ({
      open,
      arrivals,
      ...(manages && { manage }),
      ...(hasFavorites && {
        star: (document: Document) => <FavoriteButton document={document} isFavorite={favorites?.has(document._id)} />,
      }),
    }),
    [open, arrivals, manages, manage, hasFavorites, favorites],
  )
}

type Props = { tree: CategoryTree; query: string; onClear: () => void }

/** The tree, or what a search found in it, with everything that this reader may do there. */
export const DocumentList = ({ tree, query, onClear }: Props) => {
  const words = useWords(documentsEn)
  const list = useKeptFocus<HTMLDivElement>()
  const { manage, bar, dialogs } = useManaging()
  const branches = useOpenBranches(tree, query)
  const [view, setView] = useState<View>(documentsKept().view ?? 'tree')
  const arrivals = useArrivals((category) => {
    branches.open(wayToBranch(tree, category))
    // For this once: what the person chose for themselves stays chosen.
    setView('tree')
  })
  const choose = (chosen: View) => {
    keepDocuments({ view: chosen })
    setView(chosen)
  }
  const actions = useRowActions(manage, arrivals)
  const mayEdit = may(documentsApi.update, useSession()?.user)
  useEffect(() => void loadDocumentScreens(mayEdit), [mayEdit])
  const isNarrow = useIsNarrow()
  const isStudent = useSession()?.user.role === 'student'
  const search = useSearch(query)
  const matching = useMatching(query)
  const isStale = query !== '' && (search.isPending || search.isPlaceholderData)
  const failed = search.isError && search.items.length === 0
  // Where they cannot all be counted, those that titles and categories find are.
  const total = matching.isError ? search.total : matching.data?.total
  const isCounting = isStale || (!matching.isError && (matching.isPending || matching.isPlaceholderData))
  const found = isCounting ? words.searching : words.found(total ?? 0, query)
  // Where they were and what is new; everybody else comes here to look after the library.
  const shelf = isStudent && <Shelf open={actions.open} />
  const browse = (): ReactNode => {
    if (tree.total === 0) return <NothingFound {...{ query, onClear }} />
    return (
      <>
        {!isNarrow && shelf}
        {view === 'tree' ? <BrowseTree {...{ tree, branches, actions }} shelf={isNarrow && shelf} /> : <BrowseCovers actions={actions} />}
      </>
    )
  }
  return (
    <>
      <Toolbar
        text={query === '' ? words.available(tree.total) : failed ? '' : found}
        branches={view === 'tree' ? branches : undefined}
        isSearching={query !== ''}
      >
        <ViewSwitch view={view} onChoose={choose} />
      </Toolbar>
      <div ref={list} tabIndex={-1} className="flex flex-col gap-6 outline-none">
        {query === '' ? (
          browse()
        ) : (
          <Slot
            screen={foundScreen}
            instead={<TreeSkeleton />}
            // Both are of this search, or both of the one before.
            counts={matching.isPlaceholderData === search.isPlaceholderData ? matching.data?.byCategory : undefined}
            {...{ tree, query, branches, actions, search, view, isStale, onClear }}
          />
        )}
        {actions.manage && bar}
      </div>
      {dialogs}
    </>
  )
}
