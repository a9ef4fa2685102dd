import { categoriesApi } from '#features/categories/categories.contract.ts'
import { homeApi } from '#features/home/home.contract.ts'
import { type Acting, useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { documentsApi } from '../documents.contract.ts'

/** What shows documents or counts them; everything under the path of documents is with it, favourites too. */
export const counted = [documentsApi.list, categoriesApi.tree, homeApi.dashboard]

export const useTree = () => useCall(categoriesApi.tree)

/** So many documents of a category come at once. */
export const branchPage = 100

/** The documents directly in one category. */
export const useBranch = (category: string) => usePages(documentsApi.list, { query: { category, limit: String(branchPage) } })

export const useSearch = (search: string) =>
  usePages(documentsApi.list, { query: { search, limit: '200' } }, { enabled: search !== '', keepPrevious: search !== '' })

/** Documents by the words in their texts. */
export const useInside = (q: string) => usePages(documentsApi.searchText, { query: { q } }, { enabled: q !== '', keepPrevious: q !== '' })

export const useRemoved = () => usePages(documentsApi.removed, { query: { limit: '100' } })

export type Uploading = Acting<typeof documentsApi.create>
export const useUploadDocument = () => useAction(documentsApi.create, { refreshes: counted })
