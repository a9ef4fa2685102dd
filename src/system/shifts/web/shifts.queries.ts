import { useAction, useCall } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { shiftsApi } from '../shifts.contract.ts'
import { shiftsEn } from '../shifts.en.ts'

/** The shifts with the number of their students. */
export const useShiftList = () => useCall(shiftsApi.list)
export const useCreateShift = () => useAction(shiftsApi.create)
export const useUpdateShift = () => useAction(shiftsApi.update)
export const useToggleShift = () => useAction(shiftsApi.update, { failure: useWords(shiftsEn).failed })
export const useRemoveShift = () => useAction(shiftsApi.remove, { failure: useWords(shiftsEn).failed })
