import { addDays } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import { monthOfDay } from '#contract/month.ts'

/** The newest month that Carrel locks by itself: it ended more than 45 days before `today`. */
export const newestLockedByItself = (today: string): number => monthOfDay(addDays(today, -limits.lockMonthsAfterDays)) - 1

/** The first day that everyone who takes payments may enter; an earlier one takes an admin and a reason. */
export const firstFreeDay = (today: string): string => addDays(today, -limits.freeDaysBack)
