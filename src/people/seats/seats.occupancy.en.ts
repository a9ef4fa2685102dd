import type { DayTimes } from '#contract/dayParts.ts'
import { formatsFor } from '#contract/format.ts'
import { termsEn } from '#contract/terms.en.ts'

const { number, percent } = formatsFor('en-IN')

/** `22:00`. */
const hour = (at: number): string => `${String(at).padStart(2, '0')}:00`

/** The words of the occupancy of the hall. */
export const occupancyEn = {
  title: 'Occupancy by shift',
  loadFailed: 'Failed to load the occupancy',
  times: (times: DayTimes) => termsEn.dayPart(times),
  taken: (n: number, seats: number) => `${number(n)} of ${number(seats)} seats, ${percent(n / seats)}`,
  hours: 'Occupancy by hour',
  hour,
  at: (at: number, n: number, seats: number) => `At ${hour(at)}: ${number(n)} of ${number(seats)} seats`,
  columns: { hour: 'Hour', taken: 'Seats taken' },
}
