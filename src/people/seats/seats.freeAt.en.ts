import type { DayTimes } from '#contract/dayParts.ts'
import { formatsFor } from '#contract/format.ts'
import { termsEn } from '#contract/terms.en.ts'

const { day, number } = formatsFor('en-IN')

/** The words of the search for seats that are free at a time. */
export const freeAtEn = {
  label: 'Free at',
  /** The button while a time is chosen. */
  chosen: (time: string) => `Free at: ${time}`,
  now: 'Now',
  tonight: (times: DayTimes) => `Tonight, ${termsEn.dayPart(times)}`,
  shift: (name: string, times: DayTimes) => `${name}, ${termsEn.dayPart(times)}`,
  day: 'All day',
  own: 'Other times',
  times: termsEn.dayPart,
  count: (n: number, total: number, time: string) => `${number(n)} of ${number(total)} seats free: ${time}`,
  since: (date: string) => `from ${day(date)}`,
  from: 'From',
  to: 'To',
  firstDay: 'First day',
  clear: 'Clear time',
  laterHint: 'A seat with a name is free after the last day of that person. Press it to see who has it.',
  sold: (hours: number, total: number) => `Taken for ${number(hours)} of ${number(total)} hours`,
}
