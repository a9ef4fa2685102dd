import { addDays } from '#contract/day.ts'
import { addMonths } from '#contract/month.ts'

/** The last day of the calendar that a date can have here. */
const lastOfAll = '9999-12-31'

/** The first day of an extension: renewing early loses no day, and an account that has ended starts today. */
export const extensionStart = (presentLastDay: string | null, today: string): string =>
  presentLastDay !== null && presentLastDay >= today && presentLastDay < lastOfAll ? addDays(presentLastDay, 1) : today

/** The last day of a membership that is extended by some months: the day before the same day of the later month (docs/decisions/0018-books.md). */
export const extendedBy = (months: number, presentLastDay: string | null, today: string): string => {
  if (presentLastDay === lastOfAll) return lastOfAll
  const next = addMonths(extensionStart(presentLastDay, today), months)
  return next.length > lastOfAll.length ? lastOfAll : addDays(next, -1)
}
