import { formatsFor } from '#contract/format.ts'

const { number } = formatsFor('en-IN')

/** The words of the search inside documents. */
export const insideEn = {
  title: 'Inside documents',
  about: 'Best matches first.',
  jump: 'See matches inside documents',
  /** The short form for narrow screens. */
  jumpShort: 'Inside',
  list: 'Matches inside documents',
  page: (page: number) => `Page ${number(page)}`,
  pageAndCategory: (page: number, category: string) => `Page ${number(page)} · ${category}`,
  open: (title: string, page: number) => `${title}, page ${number(page)}`,
  failed: 'Failed to search inside documents',
  none: 'No document contains these words.',
}
