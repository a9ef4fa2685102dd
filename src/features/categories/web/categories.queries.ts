import { documentsApi } from '#features/documents/documents.contract.ts'
import { homeApi } from '#features/home/home.contract.ts'
import { useAction, useCall } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { categoriesApi } from '../categories.contract.ts'
import { categoriesEn } from '../categories.en.ts'

/** What a new, changed or deleted category changes: documents carry the names of theirs. */
const changed = [categoriesApi.list, documentsApi.list, homeApi.dashboard]

export const useCategoryTree = () => useCall(categoriesApi.tree)
export const useCreateCategory = () => useAction(categoriesApi.create, { refreshes: changed })
export const useUpdateCategory = () => useAction(categoriesApi.update, { refreshes: changed })
export const useRemoveCategory = () =>
  useAction(categoriesApi.remove, { failure: useWords(categoriesEn).deletion.failed, refreshes: changed })
