import { isStudent } from '#contract/actor.ts'
import type { Document } from '#features/documents/documents.contract.ts'
import { DocumentViewer, prepareViewer } from '#features/documents/web/DocumentViewer.tsx'
import { Highlighted } from '#features/documents/web/Highlighted.tsx'
import { useOpenDocument } from '#features/documents/web/openDocument.ts'
import { useSession } from '#web/api/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useSearchText } from '#web/ui/useSearchText.ts'
import { formatBytes, formatInstantDay, useWords } from '#web/words.ts'
import { favoritesEn } from '../favorites.en.ts'
import { FavoriteButton } from './FavoriteButton.tsx'
import { useFavoriteCount, useFavorites } from './favorites.queries.ts'

type RowProps = { document: Document; query: string; onOpen: (document: Document) => void }

const FavoriteRow = ({ document, query, onOpen }: RowProps) => {
  const words = useWords(favoritesEn)
  const { title, category, createdAt, fileSize } = document
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-3 last:border-0">
      <FavoriteButton document={document} isFavorite />
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere">
          <Highlighted text={title} query={query} />
        </p>
        <p className="text-muted text-sm tabular-nums wrap-anywhere">
          {words.details(category?.name ?? words.uncategorized, formatInstantDay(createdAt), formatBytes(fileSize))}
        </p>
      </div>
      <Button
        aria-label={words.viewOne(title)}
        onHoverStart={prepareViewer}
        onFocus={prepareViewer}
        onPress={() => onOpen(document)}
        className="max-md:w-full"
      >
        {words.view}
      </Button>
    </li>
  )
}

const NoFavorites = ({ query, onClear }: { query: string; onClear: () => void }) => {
  const words = useWords(favoritesEn).empty
  if (query !== '') {
    return <EmptyState title={words.title} hint={words.search} drawing="search" action={<Button onPress={onClear}>{words.clear}</Button>} />
  }
  return (
    <EmptyState
      title={words.title}
      hint={words.none}
      drawing="star"
      action={
        <ButtonLink to="/documents" variant="primary">
          {words.browse}
        </ButtonLink>
      }
    />
  )
}

/** How many there are, or how many of them a search found. */
const useCountLine = (query: string, found: number | undefined, isStale: boolean): string => {
  const words = useWords(favoritesEn)
  const { data } = useFavoriteCount()
  if (query === '') return data ? words.count(data.count) : ''
  return isStale || found === undefined ? words.searching : words.found(found, query)
}

/** Every role may open the page, but only students keep favourites. */
export const FavoritesPage = () => {
  const session = useSession()
  return session && isStudent(session.user) ? <Favorites /> : <NoStudent />
}

const NoStudent = () => {
  const words = useWords(favoritesEn)
  return (
    <Page title={words.title}>
      <EmptyState title={words.empty.title} hint={words.empty.others} drawing="star" />
    </Page>
  )
}

const Favorites = () => {
  const words = useWords(favoritesEn)
  const { text, setText, query } = useSearchText()
  const pages = useFavorites(query)
  const viewer = useOpenDocument()
  const count = useCountLine(query, pages.total, pages.isPlaceholderData)
  return (
    <Page
      title={words.title}
      about={words.lead}
      filters={<SearchField label={words.searchLabel} placeholder={words.search} value={text} onChange={setText} />}
    >
      <p role="status" className="text-muted tabular-nums wrap-anywhere">
        {count}
      </p>
      <Loaded of={pages} skeleton={<ListSkeleton />} failed={words.loadFailed}>
        {() =>
          pages.items.length === 0 ? (
            <NoFavorites query={query} onClear={() => setText('')} />
          ) : (
            <div className={pages.isPlaceholderData ? 'opacity-60' : ''}>
              <ul aria-label={words.list}>
                {pages.items.map((document) => (
                  <FavoriteRow key={document._id} document={document} query={query} onOpen={viewer.open} />
                ))}
              </ul>
              <LoadMore of={pages} />
            </div>
          )
        }
      </Loaded>
      <DocumentViewer />
    </Page>
  )
}
