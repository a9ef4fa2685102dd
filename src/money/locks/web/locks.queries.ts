import { useAction, useCall } from '#web/api/queryClient.ts'
import { toast } from '#web/ui/toast.ts'
import { formatMonth, useWords } from '#web/words.ts'
import { locksApi } from '../locks.contract.ts'
import { locksEn } from '../locks.en.ts'

/** The locked months, newest first. */
export const useLocks = () => useCall(locksApi.list)

export const useLockMonth = () => {
  const words = useWords(locksEn)
  return useAction(locksApi.lockMonth, {
    failure: words.failed,
    onSuccess: (_, { body: { year, month } }) => toast.success(words.locked(formatMonth(Number(year), Number(month)))),
  })
}
