import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { may } from '#contract/endpoint.ts'
import type { CategoryTree } from '#library/categories/categories.contract.ts'
import { type Document, documentsApi } from '#library/documents/documents.contract.ts'
import { favoritesApi } from '#library/favorites/favorites.contract.ts'
import { FavoriteButton } from '#library/favorites/web/FavoriteButton.tsx'
import { useFavoriteIds } from '#library/favorites/web/favorites.queries.ts'
import { keepButton } from '#library/reading/web/bookScreens.ts'
import { canKeep, keepsBooks } from '#library/reading/web/booksHere.ts'
import { useOpenDocument } from '#library/reading/web/openDocument.ts'
import { useSession } from '#web/api/session.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'
import { TreeSkeleton } from '#web/ui/Skeleton.tsx'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { useWords } from '#web/words.ts'
import { browsingEn } from '../browsing.en.ts'
import { BrowseTree } from './BrowseTree.tsx'
import { wayToBranch } from './branches.ts'
import { useSearch } from './browsing.queries.ts'
import { BrowseCovers } from './Covers.tsx'
import { foundScreen, loadDocumentScreens } from './documentScreens.ts'
import { documentsKept, keepDocuments, type View } from './documentsKept.ts'
import { useMatching } from './inside.queries.ts'
import { NothingFound } from './NothingFound.tsx'
import type { RowActions } from './rowActions.ts'
import { Shelf } from './Shelf.tsx'
import { Toolbar } from './Toolbar.tsx'
import { type Arrivals, useArrivals } from './useArrivals.ts'
import { useManaging } from './useManaging.tsx'
import { useOpenBranches } from './useOpenBranches.ts'
import { ViewSwitch } from './ViewSwitch.tsx'

/**
 * The actions of this reader on a row. With the permission to delete, rows have View, Edit and Delete buttons instead of being pressable.
 */
const useRowActions = (manage: NonNullable<RowActions['manage']>, arrivals: Arrivals): RowActions => {
  const me = useSession()?.user
  const { open } = useOpenDocument()
  const manages = may(documentsApi.remove, me)
  const hasFavorites = may(favoritesApi.add, me)
  const favorites = useFavoriteIds(hasFavorites)
  const keeps = keepsBooks()
  return useMemo(
    () => ({
      open,
      arrivals,
      ...(manages && { manage }),
      ...(hasFavorites && {
        star: (document: Document) => <FavoriteButton document={document} isFavorite={favorites?.has(document._id)} />,
      }),
      ...(keeps && {
        keep: (document: Document) =>
          canKeep(document) && <Embed screen={keepButton} document={document} instead={<span className="size-9 max-md:size-11" />} />,
      }),
    }),
    [open, arrivals, manages, manage, hasFavorites, favorites, keeps],
  )
}

type Props = { tree: CategoryTree; query: string; onClear: () => void }

/** The tree or the search results, with the actions this reader may use. */
export const DocumentList = ({ tree, query, onClear }: Props) => {
  const words = useWords(browsingEn)
  const list = useKeptFocus<HTMLDivElement>()
  const { manage, bar, dialogs } = useManaging()
  const branches = useOpenBranches(tree, query)
  const [view, setView] = useState<View>(documentsKept().view ?? 'tree')
  const arrivals = useArrivals((category) => {
    branches.open(wayToBranch(tree, category))
    // Only for this visit: the saved choice of view does not change.
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
  // If the total is unknown, shows the number found by titles and categories.
  const total = matching.isError ? search.total : matching.data?.total
  const isCounting = isStale || (!matching.isError && (matching.isPending || matching.isPlaceholderData))
  const counted = matching.isError || matching.data?.isExact !== false ? words.found : words.foundAtLeast
  const found = isCounting ? words.searching : counted(total ?? 0, query)
  // Continue reading and new documents, for students; other roles come here to manage the library.
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
          <Embed
            screen={foundScreen}
            instead={<TreeSkeleton />}
            // Both belong to this search, or both to the previous one.
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
