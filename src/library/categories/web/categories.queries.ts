import { useAction, useCall } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { categoriesApi } from '../categories.contract.ts'
import { categoriesEn } from '../categories.en.ts'

export const useCategoryTree = () => useCall(categoriesApi.tree)
export const useCreateCategory = () => useAction(categoriesApi.create)
export const useUpdateCategory = () => useAction(categoriesApi.update)
export const useRemoveCategory = () => useAction(categoriesApi.remove, { failure: useWords(categoriesEn).deletion.failed })
