import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { may } from '#contract/endpoint.ts'
import type { CategoryTree } from '#features/categories/categories.contract.ts'
import { favoritesApi } from '#features/favorites/favorites.contract.ts'
import { FavoriteButton } from '#features/favorites/web/FavoriteButton.tsx'
import { useFavoriteIds } from '#features/favorites/web/favorites.queries.ts'
import { useOpenDocument } from '#features/reading/web/openDocument.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { useWords } from '#web/words.ts'
import { type Document, documentsApi } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'
import { BrowseTree } from './BrowseTree.tsx'
import type { RowActions } from './DocumentRow.tsx'
import { useSearch } from './documents.queries.ts'
import { FoundDocuments } from './FoundDocuments.tsx'
import { NothingFound } from './NothingFound.tsx'
import { allBranches } from './searchTree.ts'
import { useManaging } from './useManaging.tsx'
import { useOpenBranches } from './useOpenBranches.ts'

/** What this reader may do with a row. Whoever may delete has View, Edit and Delete there instead of a row to press. */
const useRowActions = (manage: NonNullable<RowActions['manage']>): RowActions => {
  const me = useSession()?.user
  const { open } = useOpenDocument()
  const manages = may(documentsApi.remove, me)
  const hasFavorites = may(favoritesApi.add, me)
  const favorites = useFavoriteIds(hasFavorites)
  return useMemo(
    () => ({
      open,
      ...(manages && { manage }),
      ...(hasFavorites && {
        star: (document: Document) => <FavoriteButton document={document} isFavorite={favorites?.has(document._id)} />,
      }),
    }),
    [open, manages, manage, hasFavorites, favorites],
  )
}

const Toolbar = ({ text, onCollapse, onExpand }: { text: string; onCollapse: () => void; onExpand: () => void }) => {
  const words = useWords(documentsEn)
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p role="status" className="grow-[999] basis-[10rem] text-muted tabular-nums wrap-anywhere">
        {text}
      </p>
      <div className="flex flex-wrap gap-2 max-md:grow max-md:[&>*]:flex-1">
        <Button icon={<ChevronsDownUp />} onPress={onCollapse}>
          {words.collapseAll}
        </Button>
        <Button icon={<ChevronsUpDown />} onPress={onExpand}>
          {words.expandAll}
        </Button>
      </div>
    </div>
  )
}

type Props = { tree: CategoryTree; query: string; onClear: () => void }

/** The tree, or what a search found in it, with everything that this reader may do there. */
export const DocumentList = ({ tree, query, onClear }: Props) => {
  const words = useWords(documentsEn)
  const list = useKeptFocus<HTMLDivElement>()
  const { manage, bar, dialogs } = useManaging()
  const actions = useRowActions(manage)
  const branches = useOpenBranches(() => allBranches(tree.items), query)
  const search = useSearch(query)
  const isStale = query !== '' && (search.isPending || search.isPlaceholderData)
  const failed = search.isError && search.items.length === 0
  const found = isStale ? words.searching : words.found(search.total ?? 0, query)
  const browse = (): ReactNode =>
    tree.total === 0 ? <NothingFound {...{ query, onClear }} /> : <BrowseTree {...{ tree, branches, actions }} />
  return (
    <>
      <Toolbar
        text={query === '' ? words.available(tree.total) : failed ? '' : found}
        onCollapse={branches.collapseAll}
        onExpand={branches.expandAll}
      />
      <div ref={list} tabIndex={-1} className="flex flex-col gap-6 outline-none">
        {query === '' ? browse() : <FoundDocuments {...{ tree, query, branches, actions, search, isStale, onClear }} />}
        {actions.manage && bar}
      </div>
      {dialogs}
    </>
  )
}
