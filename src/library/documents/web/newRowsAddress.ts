import { limits } from '#contract/limits.ts'

/** Where documents that were just made are in sight: their category open, their rows marked. */
export const newRowsAddress = (category: string, ids: readonly string[]): string =>
  `/documents?category=${category}&new=${ids.slice(0, limits.uploadsAtOnce).join(',')}`
