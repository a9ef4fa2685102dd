import { categoriesApi } from '#library/categories/categories.contract.ts'
import { readingApi } from '#library/reading/reading.contract.ts'
import { useCall, usePages } from '#web/api/queryClient.ts'
import { documentsApi } from '../documents.contract.ts'

export const useTree = () => useCall(categoriesApi.tree)

/** So many documents of a category come at once. */
export const branchPage = 100

/** The documents directly in one category. */
export const useBranch = (category: string) => usePages(documentsApi.list, { query: { category, limit: String(branchPage) } })

/** All documents, newest first; on a bad line a few screens of covers at once are enough. */
export const useNewest = () => usePages(documentsApi.list, { query: { limit: '60' } })

/** The last few that have come. */
export const useJustCome = () => useCall(documentsApi.list, { query: { limit: '8' } })

export const useUnfinished = () => useCall(readingApi.unfinished)

export const useSearch = (search: string) =>
  usePages(documentsApi.list, { query: { search, limit: '200' } }, { enabled: search !== '', keepPrevious: search !== '' })

export const useRemoved = () => usePages(documentsApi.removed, { query: { limit: '100' } })
