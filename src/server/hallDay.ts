import { addDays, hallDayIn, hallDayStart } from '#contract/day.ts'
import type { Config } from './config.ts'
import { type DayStarts, dayStartsOf } from './db/dayStarts.ts'
import type { Db } from './db/tables.ts'

/*
 * The day of the hall, which is a setting: decision 32 says what follows it, and what follows the calendar. An instant is named by
 * the hour that was set at the time, so its day never changes; and because a change never makes it yesterday again, the days of
 * later instants are never earlier.
 */

/** The time zone and start hours that convert an instant to the hall's day. Calls have it; `withHallClock` adds it to jobs. */
export type HallClock = { readonly config: Pick<Config, 'timeZone'>; readonly dayStarts: DayStarts }

/** The same with the instant of a call. */
export type HallNow = HallClock & { readonly now: Date }

const midnight = { hour: 0, from: '' } as const

/** Returns the hour at which the hall's day begins, as it was set at an instant. */
const dayStartAt = (dayStarts: DayStarts, instant: Date): number => {
  const at = instant.toISOString()
  return (dayStarts.findLast(({ from }) => from <= at) ?? midnight).hour
}

/** Returns the hall's day of an instant, `YYYY-MM-DD`. */
export const hallDay = ({ config, dayStarts }: HallClock, instant: Date): string =>
  hallDayIn(config.timeZone, dayStartAt(dayStarts, instant), instant)

/** Returns the hall's day of a call. */
export const hallToday = (clock: HallNow): string => hallDay(clock, clock.now)

/** Returns the instant at which a day of the hall begins. */
export const startOfHallDay = ({ config, dayStarts }: HallClock, day: string): string => {
  const hours = [midnight, ...dayStarts]
  const starts = hours.flatMap(({ hour, from }, at) => {
    const begins = hallDayStart(config.timeZone, hour, day).toISOString()
    const [, start = begins] = [begins, from].toSorted()
    const until = hours[at + 1]?.from
    return until === undefined || start < until ? [start] : []
  })
  // The last hour has no end, so there is at least one.
  return starts[0] ?? ''
}

/** Returns the last millisecond of a day of the hall. */
export const endOfHallDay = (clock: HallClock, day: string): string =>
  new Date(Date.parse(startOfHallDay(clock, addDays(day, 1))) - 1).toISOString()

/** Returns the last millisecond of a day that a query may leave out. */
export const endOfHallDayOr = (clock: HallClock, day: string | undefined): string | undefined =>
  day === undefined ? undefined : endOfHallDay(clock, day)

/** Returns the instant at which the next day of the hall begins. */
export const nextHallDay = (clock: HallNow): string => startOfHallDay(clock, addDays(hallToday(clock), 1))

/** Adds the hours of the hall to a platform, for what has no call of a signed-in person. */
export const withHallClock = async <P extends { config: Config; db: Db }>(platform: P): Promise<P & { dayStarts: DayStarts }> => ({
  ...platform,
  dayStarts: await dayStartsOf(platform.db),
})
