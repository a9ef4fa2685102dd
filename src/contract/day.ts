/**
 * Zones with a constant offset from UTC since 1946, in minutes. The first formatter of a page takes its browser 25 ms, and 100 on a
 * slow phone: a visitor of a hall in India waits for none.
 */
const steady: Readonly<Record<string, number>> = { UTC: 0, 'Asia/Kolkata': 330 }
const [steadyFrom, steadyUntil] = [Date.UTC(1946), Date.UTC(9999)]
const MINUTE_MS = 60_000

const steadyClock = (timeZone: string, instant: number): string | undefined => {
  const ahead = steady[timeZone]
  if (ahead === undefined || !(instant >= steadyFrom && instant < steadyUntil)) return undefined
  return new Date(instant + ahead * MINUTE_MS).toISOString().slice(0, 19).replace('T', ' ')
}

// The Swedish locale writes days as ISO 8601 does. Making a formatter costs more than using it.
const formatters = new Map<string, Intl.DateTimeFormat>()
const formatter = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formatters.set(timeZone, made)
  return made
}

const clock = (timeZone: string, instant: number): string => steadyClock(timeZone, instant) ?? formatter(timeZone).format(instant)

/** Returns the local time of an instant in a time zone: `2026-11-22 10:49:00`. */
export const wallClockIn = (timeZone: string, instant: Date): string => clock(timeZone, instant.getTime())

const DAY_LENGTH = 10

/** Returns the calendar day of an instant in a time zone, `YYYY-MM-DD`. */
export const dayIn = (timeZone: string, instant: Date): string => wallClockIn(timeZone, instant).slice(0, DAY_LENGTH)

const HOUR_START = DAY_LENGTH + 1
const HOUR_END = HOUR_START + 2

/**
 * Returns the day of the hall at an instant, for which `dayStartsAt` is the whole hour at which its day begins: before that hour it is
 * still the previous day.
 */
export const hallDayIn = (timeZone: string, dayStartsAt: number, instant: Date): string => {
  const time = wallClockIn(timeZone, instant)
  const day = time.slice(0, DAY_LENGTH)
  return Number(time.slice(HOUR_START, HOUR_END)) < dayStartsAt ? addDays(day, -1) : day
}

const HOUR_MS = 3_600_000

/** Returns the first instant with this local time in the zone or, if the clock skips it, a later one. */
const instantAt = (timeZone: string, day: string, time: string): Date => {
  const wanted = `${day} ${time}`
  const asUtc = Date.parse(`${day}T${time}Z`)
  // No zone is further from UTC than 12 hours behind and 14 ahead.
  let [before, after] = [asUtc - 15 * HOUR_MS, asUtc + 13 * HOUR_MS]
  while (after - before > 1_000) {
    const middle = 1_000 * Math.floor((before + after) / 2_000)
    if (clock(timeZone, middle) < wanted) before = middle
    else after = middle
  }
  return new Date(after)
}

const timed = (timeZone: string, given: string): Date => {
  const [day, time = ''] = [given.slice(0, DAY_LENGTH), given.slice(DAY_LENGTH + 1)]
  if (/Z$|[+-]\d\d:\d\d$/.test(time)) return new Date(given)
  return instantAt(timeZone, day, time.length === 5 ? `${time}:00` : time.slice(0, 8))
}

/** Returns the instant at which an `InstantOrDay` begins: a plain day begins at its midnight. */
export const startInstant = (timeZone: string, given: string): string =>
  (given.length === DAY_LENGTH ? instantAt(timeZone, given, '00:00:00') : timed(timeZone, given)).toISOString()

/** Returns a plain day some days later, or earlier if `days` is negative. */
export const addDays = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00.000Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, DAY_LENGTH)
}

/** Returns whether a text is a day of the calendar, `YYYY-MM-DD`: 31 February is none. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

/** Returns the instant at which an `InstantOrDay` ends: a plain day ends with its last millisecond. */
export const endInstant = (timeZone: string, given: string): string =>
  (given.length === DAY_LENGTH
    ? new Date(instantAt(timeZone, addDays(given, 1), '00:00:00').getTime() - 1)
    : timed(timeZone, given)
  ).toISOString()

/** Returns the instant at which a day of the hall begins: `dayStartsAt` o'clock or, if the clock skips it, the first time after it. */
export const hallDayStart = (timeZone: string, dayStartsAt: number, day: string): Date =>
  instantAt(timeZone, day, `${String(dayStartsAt).padStart(2, '0')}:00:00`)

/** Returns the instant at which the next day begins in the zone. */
export const nextMidnight = (timeZone: string, instant: Date): Date => instantAt(timeZone, addDays(dayIn(timeZone, instant), 1), '00:00:00')
