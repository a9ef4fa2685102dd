import { categoriesApi } from '#library/categories/categories.contract.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { readingApi } from '#library/reading/reading.contract.ts'
import { useCall, usePages } from '#web/api/queryClient.ts'

export const useTree = () => useCall(categoriesApi.tree)

/** Number of documents of a category loaded at once. */
export const branchPage = 100

/** The documents directly in one category. */
export const useBranch = (category: string) => usePages(documentsApi.list, { query: { category, limit: String(branchPage) } })

/** All documents, newest first; on a slow connection a few screens of covers are loaded at once. */
export const useNewest = () => usePages(documentsApi.list, { query: { limit: '60' } })

/** The newest documents. */
export const useJustCome = () => useCall(documentsApi.list, { query: { limit: '8' } })

export const useUnfinished = () => useCall(readingApi.unfinished)

export const useSearch = (search: string) =>
  usePages(documentsApi.list, { query: { search, limit: '200' } }, { enabled: search !== '', keepPrevious: search !== '' })

export const useRemoved = () => usePages(documentsApi.removed, { query: { limit: '100' } })
