/*
 * A month is one integer, `year * 12 + month - 1`, so that the next month is one more and months compare and subtract as numbers.
 * Days are plain days `YYYY-MM-DD`.
 */

/** `month` is 1 to 12. */
export const monthNumber = (year: number, month: number): number => year * 12 + month - 1

/** The inverse of `monthNumber`. */
export const yearAndMonth = (number: number): { year: number; month: number } => ({
  year: Math.floor(number / 12),
  month: (number % 12) + 1,
})

/** Returns the month of a day, or of a month such as `2026-11`. */
export const monthOfDay = (day: string): number => monthNumber(Number(day.slice(0, 4)), Number(day.slice(5, 7)))

/** Returns the number of days in a month. */
export const daysIn = (number: number): number => {
  const { year, month } = yearAndMonth(number)
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Returns a day of a month, or its last one if the month has no such day: the 31st of February is the 28th or 29th. */
export const dayOfMonth = (number: number, day: number): string => {
  const { year, month } = yearAndMonth(number)
  return [year, month, Math.min(day, daysIn(number))].map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-')
}

/** Returns the same day of a later month, or its last one if the month has no such day. */
export const addMonths = (day: string, months: number): string => dayOfMonth(monthOfDay(day) + months, Number(day.slice(8)))

/** Returns the year in which the financial year of a day begins, which is from April to March. */
export const financialYear = (day: string): number => {
  const { year, month } = yearAndMonth(monthOfDay(day))
  return month >= 4 ? year : year - 1
}

/** `2026-27`. */
export const financialYearName = (year: number): string => `${year}-${String((year + 1) % 100).padStart(2, '0')}`
