import { dayThere, today } from '../api/timeZone.ts'
import { formatInstantDay, formatTime } from '../words.ts'
import type { offlineEn } from './offline.en.ts'

/** Returns when something was loaded, with the day unless it is today. */
export const loadedWhen = (words: typeof offlineEn, at: number): string => {
  const instant = new Date(at).toISOString()
  return dayThere(instant) === today() ? words.at(formatTime(instant)) : words.on(formatInstantDay(instant), formatTime(instant))
}
