import { may } from '#contract/endpoint.ts'
import type { Document } from '#library/documents/documents.contract.ts'
import { Cover } from '#library/reading/web/Cover.tsx'
import { DocumentViewer } from '#library/reading/web/DocumentViewer.tsx'
import { useOpenDocument } from '#library/reading/web/openDocument.ts'
import { prepareViewerFor } from '#library/reading/web/readerCode.ts'
import { useSession } from '#web/api/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Highlighted } from '#web/ui/Highlighted.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Page } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useKeptFocus } from '#web/ui/useKeptFocus.ts'
import { useSearchText } from '#web/ui/useSearchText.ts'
import { formatBytes, formatInstantDay, useWords } from '#web/words.ts'
import { favoritesApi } from '../favorites.contract.ts'
import { favoritesEn } from '../favorites.en.ts'
import { FavoriteButton } from './FavoriteButton.tsx'
import { useFavoriteCount, useFavorites } from './favorites.queries.ts'
import { starInViewer } from './ViewerStar.tsx'

type RowProps = { document: Document; query: string; onOpen: (document: Document) => void }

const FavoriteRow = ({ document, query, onOpen }: RowProps) => {
  const words = useWords(favoritesEn)
  const { title, category, pages, createdAt, fileSize } = document
  const [shelf, date, size] = [category?.name ?? words.uncategorized, formatInstantDay(createdAt), formatBytes(fileSize)]
  return (
    <div className="flex min-h-20 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-3">
      <FavoriteButton document={document} isFavorite />
      <Cover document={document} />
      <div className="min-w-0 grow-[999] basis-[12rem]">
        <p dir="auto" className="text-left wrap-anywhere">
          <Highlighted text={title} query={query} />
        </p>
        <p className="text-muted text-sm tabular-nums wrap-anywhere">
          {pages === null ? words.details(shelf, date, size) : words.detailsWithPages(shelf, pages, date, size)}
        </p>
      </div>
      <Button
        aria-label={words.viewOne(title)}
        onHoverStart={() => prepareViewerFor(document)}
        onFocus={() => prepareViewerFor(document)}
        onPress={() => onOpen(document)}
        className="max-md:grow"
      >
        {words.view}
      </Button>
    </div>
  )
}

/** Height in pixels of a row whose title fits on one line. */
const usualHeight = 82

const NoFavorites = ({ query, onClear }: { query: string; onClear: () => void }) => {
  const words = useWords(favoritesEn).empty
  if (query !== '') {
    return <EmptyState title={words.title} hint={words.search} action={<Button onPress={onClear}>{words.clear}</Button>} />
  }
  return (
    <EmptyState
      title={words.title}
      hint={words.none}
      action={
        <ButtonLink to="/documents" variant="primary">
          {words.browse}
        </ButtonLink>
      }
    />
  )
}

/** Returns the number of favourites, or of those that a search found. */
const useCountLine = (query: string, found: number | undefined, isStale: boolean): string => {
  const words = useWords(favoritesEn)
  const { data } = useFavoriteCount()
  if (query === '') return data ? words.count(data.count) : ''
  return isStale || found === undefined ? words.searching : words.found(found, query)
}

/** Every role can open the page, but only students have favourites. */
export const FavoritesPage = () => {
  const me = useSession()?.user
  return may(favoritesApi.list, me) ? <Favorites /> : <NoStudent />
}

const NoStudent = () => {
  const words = useWords(favoritesEn)
  return (
    <Page title={words.title}>
      <EmptyState title={words.empty.title} hint={words.empty.others} />
    </Page>
  )
}

const Favorites = () => {
  const words = useWords(favoritesEn)
  const { text, setText, query } = useSearchText()
  const pages = useFavorites(query)
  const viewer = useOpenDocument()
  const list = useKeptFocus<HTMLDivElement>()
  const count = useCountLine(query, pages.total, pages.isPlaceholderData)
  return (
    <Page
      title={words.title}
      filters={<SearchField label={words.searchLabel} placeholder={words.search} value={text} onChange={setText} />}
    >
      <p role="status" className="min-h-6 text-muted tabular-nums wrap-anywhere">
        {count}
      </p>
      <div ref={list} tabIndex={-1} className="outline-none">
        <Loaded of={pages} skeleton={<ListSkeleton />} failed={words.loadFailed}>
          {() =>
            pages.items.length === 0 ? (
              <NoFavorites query={query} onClear={() => setText('')} />
            ) : (
              <div className={pages.isPlaceholderData ? 'opacity-60' : ''}>
                <RowList
                  items={pages.items}
                  label={words.list}
                  keyOf={({ _id }) => _id}
                  row={(document) => <FavoriteRow document={document} query={query} onOpen={viewer.open} />}
                  usualHeight={usualHeight}
                />
                <LoadMore of={pages} />
              </div>
            )
          }
        </Loaded>
      </div>
      <DocumentViewer star={starInViewer} />
    </Page>
  )
}
