import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { useRef } from 'react'
import type { CategoryTree } from '#features/categories/categories.contract.ts'
import { FavoriteButton } from '#features/favorites/web/FavoriteButton.tsx'
import { useFavoriteIds } from '#features/favorites/web/favorites.queries.ts'
import { useSession } from '#web/api/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { TreeSkeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSearchText } from '#web/ui/useSearchText.ts'
import { errorText, useWords } from '#web/words.ts'
import type { Document } from '../documents.contract.ts'
import { documentsEn } from '../documents.en.ts'
import { documentPolicy } from '../documents.policy.ts'
import { BrowseTree } from './BrowseTree.tsx'
import type { RowActions } from './DocumentRow.tsx'
import { DocumentViewer } from './DocumentViewer.tsx'
import { useRemoveDocument, useSearch, useTree } from './documents.queries.ts'
import { useOpenDocument } from './openDocument.ts'
import { SearchTree } from './SearchTree.tsx'
import { allBranches } from './searchTree.ts'
import { useOpenBranches } from './useOpenBranches.ts'

/** What this reader may do with a row. */
const useRowActions = (focusList: () => void): RowActions => {
  const words = useWords(documentsEn).deletion
  const me = useSession()?.user
  const viewer = useOpenDocument()
  const hasFavorites = me !== undefined && documentPolicy.favorite(me)
  const favorites = useFavoriteIds(hasFavorites)
  const remove = useRemoveDocument((id) => {
    if (viewer.id === id) viewer.close()
  })
  const askAndRemove = async (document: Document) => {
    const { title } = document
    const yes = await confirm({ title: words.title, text: words.text(title), confirm: words.confirm, isDanger: true })
    if (!yes) return
    remove.mutate({ params: { id: document._id } }, { onSuccess: () => toast.success(words.done(title)) })
    focusList()
  }
  return {
    open: viewer.open,
    ...(me && documentPolicy.remove(me) && { remove: (document: Document) => void askAndRemove(document) }),
    ...(hasFavorites && {
      star: (document: Document) => <FavoriteButton document={document} isFavorite={favorites?.has(document._id)} />,
    }),
  }
}

/** The empty state; its hint differs while searching. */
const NothingFound = ({ query, onClear }: { query: string; onClear: () => void }) => {
  const words = useWords(documentsEn).empty
  const me = useSession()?.user
  if (query !== '') {
    return <EmptyState title={words.title} hint={words.search} drawing="search" action={<Button onPress={onClear}>{words.clear}</Button>} />
  }
  const uploads = me !== undefined && documentPolicy.upload(me)
  return (
    <EmptyState
      title={words.title}
      hint={uploads ? words.noneAdmin : words.none}
      action={
        uploads && (
          <ButtonLink to="/upload" variant="primary">
            {words.upload}
          </ButtonLink>
        )
      }
    />
  )
}

type ListProps = { tree: CategoryTree; query: string; onClear: () => void }

const Toolbar = ({ text, onCollapse, onExpand }: { text: string; onCollapse: () => void; onExpand: () => void }) => {
  const words = useWords(documentsEn)
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p role="status" className="text-muted tabular-nums wrap-anywhere">
        {text}
      </p>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>*]:flex-1">
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

const List = ({ tree, query, onClear }: ListProps) => {
  const words = useWords(documentsEn)
  const list = useRef<HTMLDivElement>(null)
  const actions = useRowActions(() => list.current?.focus({ preventScroll: true }))
  const branches = useOpenBranches(() => allBranches(tree.items), query)
  const search = useSearch(query)
  const isSearching = query !== ''
  const isStale = isSearching && (search.isPending || search.isPlaceholderData)
  const count = isSearching ? (isStale ? words.searching : words.found(search.total ?? 0, query)) : words.available(tree.total)
  const nothing = <NothingFound {...{ query, onClear }} />

  const content = () => {
    if (!isSearching) return tree.total === 0 ? nothing : <BrowseTree {...{ tree, branches, actions }} />
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
      <SearchTree
        documents={search.items}
        isWhole={!search.hasNextPage && !isStale}
        empty={nothing}
        {...{ tree, query, branches, actions }}
      />
    )
  }
  return (
    <>
      <Toolbar text={count} onCollapse={branches.collapseAll} onExpand={branches.expandAll} />
      <div ref={list} tabIndex={-1} className={`outline-none ${isStale ? 'opacity-60' : ''}`}>
        {content()}
        {isSearching && <LoadMore of={search} />}
      </div>
    </>
  )
}

/** Documents by category, with search and the viewer. */
export const DocumentsPage = () => {
  const words = useWords(documentsEn)
  const tree = useTree()
  const { text, setText, query } = useSearchText()
  return (
    <Page
      title={words.title}
      about={words.lead}
      filters={<SearchField label={words.searchLabel} placeholder={words.search} value={text} onChange={setText} />}
    >
      <Loaded of={tree} skeleton={<TreeSkeleton rows={8} />} failed={words.loadFailed}>
        {(loaded) => <List tree={loaded} query={query} onClear={() => setText('')} />}
      </Loaded>
      <DocumentViewer />
    </Page>
  )
}
