import { addMonths } from '#contract/month.ts'

/** The last day of the calendar that a date can have here. */
const lastOfAll = '9999-12-31'

/** Where an extension starts: renewing early loses no days, and an account that is over starts from today. */
export const extensionStart = (presentLastDay: string | null, today: string): string =>
  presentLastDay !== null && presentLastDay > today ? presentLastDay : today

/** The last day that some months more make. */
export const extendedBy = (months: number, presentLastDay: string | null, today: string): string => {
  const day = addMonths(extensionStart(presentLastDay, today), months)
  return day.length > lastOfAll.length ? lastOfAll : day
}
