import { documentLimits } from '#library/documents/documents.contract.ts'

/** Returns the address that shows new documents: their category open and their rows highlighted. */
export const newRowsAddress = (category: string, ids: readonly string[]): string =>
  `/documents?category=${category}&new=${ids.slice(0, documentLimits.uploadsAtOnce).join(',')}`
