import { categoriesApi } from '#features/categories/categories.contract.ts'
import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { documentsApi } from '../documents.contract.ts'

export const useTree = () => useCall(categoriesApi.tree)

/** So many documents of a category come at once. */
export const branchPage = 100

/** The documents directly in one category. */
export const useBranch = (category: string) => usePages(documentsApi.list, { query: { category, limit: String(branchPage) } })

export const useSearch = (search: string) =>
  usePages(documentsApi.list, { query: { search, limit: '200' } }, { enabled: search !== '', keepPrevious: search !== '' })

export const useRemoved = () => usePages(documentsApi.removed, { query: { limit: '100' } })

export const useUploadDocument = () => useAction(documentsApi.create)
