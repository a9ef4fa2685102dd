// The Swedish locale writes days as ISO 8601 does. Making a formatter costs more than using it.
const formatters = new Map<string, Intl.DateTimeFormat>()
const formatter = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  formatters.set(timeZone, made)
  return made
}

/** The calendar day of an instant in a time zone, `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, instant: Date): string => formatter(timeZone).format(instant)

const clocks = new Map<string, Intl.DateTimeFormat>()
const clock = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, made)
  return made
}

/** What a clock on the wall shows there at an instant: `2026-11-22 10:49:00`. */
export const wallClockIn = (timeZone: string, instant: Date): string => clock(timeZone).format(instant)

const HOUR_MS = 3_600_000

/** The first instant at which a clock on the wall of that zone shows this or, where it jumps over it, something later. */
const instantAt = (timeZone: string, day: string, time: string): Date => {
  const wanted = `${day} ${time}`
  const asUtc = Date.parse(`${day}T${time}Z`)
  // No zone is further from UTC than 12 hours behind and 14 ahead.
  let [before, after] = [asUtc - 15 * HOUR_MS, asUtc + 13 * HOUR_MS]
  while (after - before > 1_000) {
    const middle = 1_000 * Math.floor((before + after) / 2_000)
    if (clock(timeZone).format(middle) < wanted) before = middle
    else after = middle
  }
  return new Date(after)
}

const DAY_LENGTH = 10

const timed = (timeZone: string, given: string): Date => {
  const [day, time = ''] = [given.slice(0, DAY_LENGTH), given.slice(DAY_LENGTH + 1)]
  if (/Z$|[+-]\d\d:\d\d$/.test(time)) return new Date(given)
  return instantAt(timeZone, day, time.length === 5 ? `${time}:00` : time.slice(0, 8))
}

/** The instant at which something begins that was given as `InstantOrDay`: a plain day begins at its midnight. */
export const startInstant = (timeZone: string, given: string): string =>
  (given.length === DAY_LENGTH ? instantAt(timeZone, given, '00:00:00') : timed(timeZone, given)).toISOString()

/** A plain day some days later, or earlier where `days` is below 0. */
export const addDays = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00.000Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, DAY_LENGTH)
}

/** The instant at which something ends that was given as `InstantOrDay`: a plain day ends with its last millisecond. */
export const endInstant = (timeZone: string, given: string): string =>
  (given.length === DAY_LENGTH
    ? new Date(instantAt(timeZone, addDays(given, 1), '00:00:00').getTime() - 1)
    : timed(timeZone, given)
  ).toISOString()

/** The instant at which the next day begins there. */
export const nextMidnight = (timeZone: string, instant: Date): Date => instantAt(timeZone, addDays(dayIn(timeZone, instant), 1), '00:00:00')
