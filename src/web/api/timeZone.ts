import { dayIn, hallDayIn } from '#contract/day.ts'
import { sentCustomization } from '../shell/sentCustomization.ts'

const key = 'timeZone'

const stored = (): string | null => {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

let known: string | undefined

/** Sets the hall's time zone from a sign-in or from the check of a stored session, for other tabs too. */
export const setTimeZone = (timeZone: string): void => {
  known = timeZone
  try {
    window.localStorage.setItem(key, timeZone)
  } catch {
    // Storage can be switched off; this tab still knows it.
  }
}

/** As the server wrote it into the page; absent in development. */
const ofPage = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="time-zone"]')?.content

/** Returns the hall's time zone, as far as it is known. */
export const timeZone = (): string => known ?? ofPage() ?? stored() ?? 'Asia/Kolkata'

let dayStartsAt = sentCustomization?.hall?.dayStartsAt ?? 0

/** Sets the hour at which the hall's day begins, once the customization is loaded and after a change of it. */
export const setDayStart = (hour: number): void => {
  dayStartsAt = hour
}

/** Returns how many hours of the hall's day have begun before an hour of the clock. */
export const hourOfDay = (hour: number): number => (hour - dayStartsAt + 24) % 24

/** Returns the hall's day of an instant, `YYYY-MM-DD`: it decides what is booked today, and ends seats and accounts. */
export const hallDayOf = (instant: Date | string): string => hallDayIn(timeZone(), dayStartsAt, new Date(instant))

/** Returns the hall's day, `YYYY-MM-DD`, wherever someone reads. */
export const today = (): string => hallDayOf(new Date())

/** Returns today's date by the calendar, for what ends at midnight. */
export const calendarToday = (): string => dayIn(timeZone(), new Date())

/** Returns the date of an instant, `YYYY-MM-DD`, by the calendar of the hall. */
export const dayThere = (instant: string): string => dayIn(timeZone(), new Date(instant))
