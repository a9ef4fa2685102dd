import { addDays } from '#contract/day.ts'
import { monthOfDay } from '#contract/month.ts'
import { lockLimits } from './locks.contract.ts'

/** Returns the newest month that is locked automatically: it ended more than 45 days before `today`. */
export const newestLockedByItself = (today: string): number => monthOfDay(addDays(today, -lockLimits.monthsAfterDays)) - 1

/** Returns the first day on which everyone who takes payments may book. Earlier days need an admin and a reason. */
export const firstFreeDay = (today: string): string => addDays(today, -lockLimits.freeDaysBack)
