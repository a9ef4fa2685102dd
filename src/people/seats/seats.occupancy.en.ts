import type { DayTimes } from '#contract/dayParts.ts'
import { formatsFor } from '#contract/format.ts'
import { termsEn } from '#contract/terms.en.ts'

const { number, percent } = formatsFor('en-IN')

/** `22:00`. */
const hour = (at: number): string => `${String(at).padStart(2, '0')}:00`

/** The words about how full the hall is. */
export const occupancyEn = {
  title: 'Occupancy by shift',
  loadFailed: 'Failed to load how full the hall is',
  times: (times: DayTimes) => termsEn.dayPart(times),
  taken: (n: number, seats: number) => `${number(n)} of ${number(seats)} seats, ${percent(n / seats)}`,
  hours: 'How full at each hour',
  hour,
  at: (at: number, n: number, seats: number) => `At ${hour(at)}: ${number(n)} of ${number(seats)} seats`,
  columns: { hour: 'Hour', taken: 'Seats taken' },
}
