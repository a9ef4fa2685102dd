import { useAction, useCall, usePages } from '#web/api/queryClient.ts'
import { useWords } from '#web/words.ts'
import { lockersApi } from '../lockers.contract.ts'
import { lockersEn } from '../lockers.en.ts'
import { lockerLimits } from '../lockers.limits.ts'
import type { LockerStatus } from '../lockers.shapes.contract.ts'

export const useLockers = ({ search, status }: { search: string; status: LockerStatus }) =>
  usePages(
    lockersApi.list,
    { query: { limit: '50', ...(search && { search }), ...(status !== 'all' && { status }) } },
    { keepPrevious: true },
  )

/** The lockers that can be assigned, for a choice. */
export const useFreeLockers = (isNeeded: boolean) =>
  useCall(lockersApi.list, { query: { limit: String(lockerLimits.lockers), status: 'free' } }, { enabled: isNeeded })

export const useLockerOf = (id: string) => useCall(lockersApi.ofStudent, { params: { id } })
export const useUses = (id: string) => usePages(lockersApi.uses, { params: { id }, query: { limit: '20' } })

/**
 * The fee of the current month, once locker and student are chosen. `isSent` from when the locker is being assigned: then the
 * server may have no fee for it any more.
 */
export const useQuote = (id: string, studentId: string, isSent: boolean) =>
  useCall(lockersApi.quote, { params: { id }, query: { studentId } }, { enabled: id !== '' && studentId !== '' && !isSent })

export const useAssign = () => useAction(lockersApi.assign)
export const useTakeBack = () => useAction(lockersApi.takeBack)
export const useAddLockers = () => useAction(lockersApi.create)
export const useUpdateLocker = () => useAction(lockersApi.update)
export const useSetFees = () => useAction(lockersApi.setFees)
export const useRemoveLocker = () => useAction(lockersApi.remove, { failure: useWords(lockersEn).removal.failed })
