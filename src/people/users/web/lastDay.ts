import { addDays } from '#contract/day.ts'
import { addMonths } from '#contract/month.ts'

/** The latest date that a field accepts. */
const lastOfAll = '9999-12-31'

/** The number of days before its end from which an account is shown as ending. */
export const soonDays = 7

/** Returns the first day of an extension: renewing early loses no days, and an expired account starts today. */
export const extensionStart = (presentLastDay: string | null, today: string): string =>
  presentLastDay !== null && presentLastDay >= today && presentLastDay < lastOfAll ? addDays(presentLastDay, 1) : today

/**
 * Returns the last day of a membership that is extended by some months: the day before the same day of the later month
 * (docs/decisions/0018-books.md).
 */
export const extendedBy = (months: number, presentLastDay: string | null, today: string): string => {
  if (presentLastDay === lastOfAll) return lastOfAll
  const next = addMonths(extensionStart(presentLastDay, today), months)
  return next.length > lastOfAll.length ? lastOfAll : addDays(next, -1)
}
