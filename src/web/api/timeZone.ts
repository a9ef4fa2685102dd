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

/** Takes over the institution's time zone from a sign-in or from the check of a stored session, for other tabs too. */
export const setTimeZone = (timeZone: string): void => {
  known = timeZone
  try {
    window.localStorage.setItem(key, timeZone)
  } catch {
    // Storage can be switched off; this tab knows it all the same.
  }
}

/** As the server wrote it into the page; not there in development. */
const ofPage = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="time-zone"]')?.content

/** The institution's time zone as far as it is known. */
export const timeZone = (): string => known ?? ofPage() ?? stored() ?? 'Asia/Kolkata'

/** Today's date, `YYYY-MM-DD`, where the institution is: by its days seats and accounts end, wherever someone reads. */
export const today = (): string => dayIn(timeZone(), new Date())

/** The date of an instant, `YYYY-MM-DD`, where the institution is. */
export const dayThere = (instant: string): string => dayIn(timeZone(), new Date(instant))
