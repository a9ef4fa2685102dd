import { wallClockIn } from './day.ts'

/** Making a formatter takes longer than most other work before a page is drawn, so each is made on first use. */
const onFirstUse = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Written out, because browser and server may have versions of ICU that abbreviate September as "Sep" and "Sept". */
const englishMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

let hallZone = (): string => 'Asia/Kolkata'

/** Sets the zone of instants: the days and times of the hall, wherever the reader is. The browser provides it. */
export const showInstantsIn = (zone: () => string): void => {
  hallZone = zone
}

const makeDates = (locale: string) => {
  const months = onFirstUse(() => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }))
  const shortMonth = (month: number): string =>
    (locale.startsWith('en') && englishMonths[month - 1]) || months().format(new Date(Date.UTC(2000, month - 1)))
  const dayAndMonth = (day: string): string => `${Number(day.slice(8, 10))} ${shortMonth(Number(day.slice(5, 7)))}`
  const day = (of: string): string => `${dayAndMonth(of)} ${of.slice(0, 4)}`
  const wallClock = (timeZone: string, instant: string) => wallClockIn(timeZone, new Date(instant))
  /** Formats the time of a wall clock, `2026-11-22 10:49:00`. */
  const timeOf = (clock: string): string => {
    const hour = Number(clock.slice(11, 13))
    return `${hour % 12 || 12}:${clock.slice(14, 16)} ${hour < 12 ? 'am' : 'pm'}`
  }
  const instantIn = (timeZone: string, instant: string): string => {
    const clock = wallClock(timeZone, instant)
    return `${day(clock)}, ${timeOf(clock)}`
  }
  return {
    /** The three letters of a month, 1 to 12, in a date. */
    shortMonth,
    /** A plain day `YYYY-MM-DD`: `9 Sep 2026`. */
    day,
    /** The same without its year. */
    dayAndMonth,
    /** Day and time of an instant in a time zone: `9 Sep 2026, 5:30 am`. */
    instantIn,
    /** Day and time of an instant, in the hall. */
    instant: (instant: string): string => instantIn(hallZone(), instant),
    /** The day of an instant, in the hall. */
    instantDay: (instant: string): string => day(wallClock(hallZone(), instant)),
    /** The time of an instant, in the hall. */
    time: (instant: string): string => timeOf(wallClock(hallZone(), instant)),
  }
}

const makeFormats = (locale: string) => {
  const plurals = onFirstUse(() => new Intl.PluralRules(locale))
  const numbers = onFirstUse(() => new Intl.NumberFormat(locale))
  const percents = onFirstUse(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }))
  const months = onFirstUse(() => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }))
  const monthNames = onFirstUse(() => new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }))
  const lists = onFirstUse(() => new Intl.ListFormat(locale, { type: 'conjunction' }))
  const rupees = onFirstUse(
    () => new Intl.NumberFormat(locale, { style: 'currency', currency: 'INR', trailingZeroDisplay: 'stripIfInteger' }),
  )
  return {
    ...makeDates(locale),
    /** `plural(n, { one: '1 book', other: '… books' })` */
    plural: (n: number, forms: { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>): string =>
      forms[plurals().select(n)] ?? forms.other,
    number: (n: number): string => numbers().format(n),
    /** `0.42` as `42%`. */
    percent: (share: number): string => percents().format(share),
    /** The full name of a month, 1 to 12, and its year: `November 2026`. */
    month: (year: number, month: number): string => months().format(new Date(Date.UTC(year, month - 1))),
    /** The full name of a month, 1 to 12. */
    monthName: (month: number): string => monthNames().format(new Date(Date.UTC(2000, month - 1))),
    rupees: (amount: number): string => rupees().format(amount),
    /** `one, two and three`. */
    list: (items: readonly string[]): string => lists().format(items),
    bytes: (bytes: number): string => formatBytes(locale, bytes),
    bytesIn: (bytes: number, whole: number): string => formatBytesIn(locale, bytes, whole),
  }
}
export type Formats = ReturnType<typeof makeFormats>

const known = new Map<string, Formats>()

/** Numbers, dates and plurals of one language. A words file uses its own: `formatsFor('en-IN')`. */
export const formatsFor = (locale: string): Formats => {
  const found = known.get(locale) ?? makeFormats(locale)
  known.set(locale, found)
  return found
}

/** Joins short facts in one line, `40 pages · 21 Nov 2026`, which breaks only between two of them. */
export const facts = (...all: readonly string[]): string => all.map((each) => each.replaceAll(' ', '\u00a0')).join('\u00a0· ')

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

const stepOf = (bytes: number): number => Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))

/** Returns the figure alone, in the unit of `whole`: the part before "of 621 kB". */
const formatBytesIn = (locale: string, bytes: number, whole: number): string => {
  const [value, all] = [bytes, whole].map((each) => each / 1024 ** stepOf(whole)) as [number, number]
  return new Intl.NumberFormat(locale, { maximumFractionDigits: stepOf(whole) > 0 && all < 10 ? 1 : 0 }).format(value)
}

/** Formats bytes in the largest unit with a figure of at least one; 1 MB is 1,048,576 bytes. */
const formatBytes = (locale: string, bytes: number): string => {
  const step = stepOf(bytes)
  const value = bytes / 1024 ** step
  const maximumFractionDigits = step > 0 && value < 10 ? 1 : 0
  const unitDisplay = step === 0 ? 'long' : 'short'
  return new Intl.NumberFormat(locale, { style: 'unit', unit: units[step], unitDisplay, maximumFractionDigits }).format(value)
}
