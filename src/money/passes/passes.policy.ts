import { addDays } from '#contract/day.ts'
import { covers, minuteOf, partOf } from '#contract/dayParts.ts'
import type { Shift } from '#system/shifts/shifts.shapes.contract.ts'

/** A moment in the hall: its day, and the minute of that day. */
export type Moment = { day: string; minute: number }

export const momentOf = (wallClock: string): Moment => ({ day: wallClock.slice(0, 10), minute: minuteOf(wallClock.slice(11, 16)) })

/** Returns whether a shift that begins on a day is over. Equal times are the whole day from the first on. */
export const isOver = (shift: Pick<Shift, 'from' | 'to'>, day: string, now: Moment): boolean => {
  const { starts, ends } = partOf(shift)
  const lastDay = ends <= starts ? addDays(day, 1) : day
  return lastDay < now.day || (lastDay === now.day && ends <= now.minute)
}

/** Returns whether a shift that begins at a minute of a day has begun. */
export const hasBegun = (starts: number, day: string, now: Moment): boolean => now.day > day || (now.day === day && now.minute >= starts)

/** Returns whether a shift that begins on a day is running. */
const isRunning = (shift: Pick<Shift, 'from' | 'to'>, day: string, now: Moment): boolean => {
  const part = partOf(shift)
  if (!covers(part, now.minute)) return false
  return day === (now.minute >= part.starts ? now.day : addDays(now.day, -1))
}

/**
 * Returns when a shift can be sold if `day` is chosen: today also offers a shift of yesterday that is still running over midnight.
 * Undefined if it is over.
 */
export const saleOf = (shift: Pick<Shift, 'from' | 'to'>, day: string, now: Moment): { day: string; isRunning: boolean } | undefined => {
  const yesterday = addDays(now.day, -1)
  if (day === now.day && isRunning(shift, yesterday, now)) return { day: yesterday, isRunning: true }
  return isOver(shift, day, now) ? undefined : { day, isRunning: isRunning(shift, day, now) }
}
