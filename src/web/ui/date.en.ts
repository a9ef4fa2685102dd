import { formatsFor } from '#contract/format.ts'

const { day } = formatsFor('en-IN')

/** The words of date fields. Separate from those of the kit, because the first pages of visitors have no date field. */
export const dateEn = {
  clear: (label: string) => `Clear: ${label}`,
  calendar: (label: string) => `Choose from a calendar: ${label}`,
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  problems: {
    partial: 'Please enter a whole date: day, month and year',
    year: 'Please enter the year with four digits',
    noSuchDay: 'This month does not have that day',
    early: (min: string) => `Please enter ${day(min)} or a later date`,
    late: (max: string) => `Please enter ${day(max)} or an earlier date`,
    unreadable: 'What you pasted is not a date. Please enter day, month and year',
  },
  corrected: (date: string) => `This month does not have that day, so it was changed to ${day(date)}.`,
}
