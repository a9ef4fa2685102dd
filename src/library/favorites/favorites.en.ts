import { facts, formatsFor } from '#contract/format.ts'

const { number, plural } = formatsFor('en-IN')
const favorites = (n: number): string => plural(n, { one: '1 favorite document', other: `${number(n)} favorite documents` })

/** The words of the favourites. */
export const favoritesEn = {
  title: 'My Favorite Documents',
  search: 'Search favorites by title...',
  searchLabel: 'Search favorites by title',
  count: favorites,
  found: (n: number, query: string) => `Found ${favorites(n)} matching "${query}"`,
  searching: 'Searching…',
  list: 'Favorite documents',
  view: 'View Document',
  viewOne: (title: string) => `View Document ${title}`,
  add: (title: string) => `Add ${title} to favorites`,
  remove: (title: string) => `Remove ${title} from favorites`,
  addFailed: 'Failed to add to favorites. Please try again.',
  removeFailed: 'Failed to remove from favorites. Please try again.',
  uncategorized: 'Uncategorized',
  detailsWithPages: (category: string, pages: number, date: string, size: string) =>
    `${category} · ${facts(plural(pages, { one: '1 page', other: `${number(pages)} pages` }), date, size)}`,
  details: (category: string, date: string, size: string) => `${category} · ${facts(date, size)}`,
  loadFailed: 'Failed to load your favorites',
  empty: {
    title: 'No favorite documents',
    none: 'Press the star next to a document to add it here.',
    others: 'Only students can have favorites.',
    browse: 'View Documents',
    search: 'None of your favorites match this title.',
    clear: 'Clear search',
  },
}
