import { useState } from 'react'
import { isAdmin } from '#contract/actor.ts'
import { dayOfMonth, monthNumber, monthOfDay, yearAndMonth } from '#contract/month.ts'
import { CallError } from '#web/api/callError.ts'
import { useSession } from '#web/api/session.ts'
import { today } from '#web/api/timeZone.ts'
import { formatMonth, useWords } from '#web/words.ts'
import { lockErrors } from '../locks.contract.ts'
import { locksEn } from '../locks.en.ts'
import { firstFreeDay, newestLockedByItself } from '../locks.policy.ts'
import { useLocks } from './locks.queries.ts'

const useNewestLocked = (now: string): number => {
  const [lock] = useLocks().data?.items ?? []
  return Math.max(newestLockedByItself(now), lock ? monthNumber(lock.year, lock.month) : 0)
}

/** The days that this person may book, by the same rules as the server's `assertBookable`. */
export const useBookableDays = () => {
  const words = useWords(locksEn).dates
  const me = useSession()?.user
  const now = today()
  const newestLocked = useNewestLocked(now)
  /** The server may require a reason that this page does not, for example if the device's clock is wrong. */
  const [isAsked, setAsked] = useState(false)
  const firstOpen = dayOfMonth(newestLocked + 1, 1)
  const firstFree = firstFreeDay(now)
  const mayGoBack = me !== undefined && isAdmin(me)
  const min = mayGoBack || firstOpen > firstFree ? firstOpen : firstFree
  const needsReason = (day: string): boolean => isAsked || (mayGoBack && day !== '' && day < firstFree && day >= firstOpen)
  return {
    min,
    max: now,
    needsReason,
    /** Returns the error for a day before `min`. */
    early: (day: string): string => {
      if (day === '' || day >= firstOpen) return words.tooFarBack(min)
      const { year, month } = yearAndMonth(monthOfDay(day))
      return words.locked(formatMonth(year, month), min)
    },
    /** Returns the error for a missing reason. */
    missing: (day: string, reason: string): string | undefined =>
      needsReason(day) && reason.trim() === '' ? lockErrors.reasonForDate.message : undefined,
    /** Shows the reason field if the server rejects a day because the reason is missing. */
    notice: (thrown: unknown): void => {
      if (thrown instanceof CallError && thrown.code === lockErrors.reasonForDate.code) setAsked(true)
    },
  }
}
export type BookableDays = ReturnType<typeof useBookableDays>
