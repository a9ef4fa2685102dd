import { daysIn, monthNumber } from '#contract/month.ts'

/** The three figures of a date field; missing ones are undefined. */
export type TypedDay = { day?: number | undefined; month?: number | undefined; year?: number | undefined }

/** The problem of a date field. */
export type DateProblem = 'partial' | 'year' | 'noSuchDay' | 'early' | 'late'

const inDigits = (value: number, length: number): string => String(value).padStart(length, '0')

/** Returns the plain day, `YYYY-MM-DD`, of three figures. */
const dayOf = (year: number, month: number, day: number): string => [inDigits(year, 4), inDigits(month, 2), inDigits(day, 2)].join('-')

const isThere = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysIn(monthNumber(year, month))

const FOUR_DIGITS = 1_000

/** Returns undefined for a date within these bounds, and for an empty field. */
export const dateProblem = ({ day, month, year }: TypedDay, min: string, max: string): DateProblem | undefined => {
  if (day === undefined && month === undefined && year === undefined) return undefined
  if (day === undefined || month === undefined || year === undefined) return 'partial'
  if (year < FOUR_DIGITS) return 'year'
  if (!isThere(year, month, day)) return 'noSuchDay'
  const typed = dayOf(year, month, day)
  if (typed < min) return 'early'
  return typed > max ? 'late' : undefined
}

/** Returns a day as people and programs write it, `21/02/2027` or `2027-02-21`, as `YYYY-MM-DD`; undefined if it is not one. */
export const readDay = (text: string): string | undefined => {
  const ordered = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(text.trim())
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim())
  const found = ordered ? [ordered[3], ordered[2], ordered[1]] : iso?.slice(1)
  if (!found) return undefined
  const [year, month, day] = found.map(Number) as [number, number, number]
  return year >= FOUR_DIGITS && isThere(year, month, day) ? dayOf(year, month, day) : undefined
}
