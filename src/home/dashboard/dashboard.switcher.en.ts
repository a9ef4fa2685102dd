import { formatsFor } from '#contract/format.ts'

const { number } = formatsFor('en-IN')

/** The words of the field that goes to a page, document or person. */
export const switcherEn = {
  title: 'Go to',
  search: 'Search pages, documents and people',
  searchWithoutPeople: 'Search pages and documents',
  results: 'Results',
  pages: 'Pages',
  documents: 'Documents',
  people: 'People',
  seat: (n: number, label?: string) => `Seat ${label ?? number(n)}`,
  searching: 'Searching…',
  nothing: (query: string) => `Nothing found for "${query}"`,
  failed: 'The search failed. Please try again.',
}
