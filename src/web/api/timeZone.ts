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

const zone = (): string => known ?? stored() ?? 'Asia/Kolkata'

/** Today's date, `YYYY-MM-DD`, where the institution is: by its days seats and accounts end, wherever somebody reads. */
export const today = (): string => dayIn(zone(), new Date())

/** The date of an instant, `YYYY-MM-DD`, where the institution is. */
export const dayThere = (instant: string): string => dayIn(zone(), new Date(instant))
