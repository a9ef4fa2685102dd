import { dayIn } from '#contract/day.ts'

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

/** Returns today's date, `YYYY-MM-DD`, in the hall: its days end seats and accounts, wherever someone reads. */
export const today = (): string => dayIn(timeZone(), new Date())

/** Returns the date of an instant, `YYYY-MM-DD`, in the hall. */
export const dayThere = (instant: string): string => dayIn(timeZone(), new Date(instant))
