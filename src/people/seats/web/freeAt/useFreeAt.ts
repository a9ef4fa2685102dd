import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isDay, wallClockIn } from '#contract/day.ts'
import { minuteOf } from '#contract/dayParts.ts'
import { useShifts } from '#system/customization/web/customization.queries.ts'
import { timeZone, today } from '#web/api/timeZone.ts'
import type { ShownSeat, ShownTime } from '../seats.ts'
import { isFreeAt, partsOf, placeAt, type TimeChoice } from './freeAt.ts'

const LOOK_AGAIN_MS = 15_000

/** Returns the minute of the day in the hall. */
const minuteNow = (): number => minuteOf(wallClockIn(timeZone(), new Date()).slice(11, 16))

const useMinute = (follows: boolean): number => {
  const [minute, setMinute] = useState(minuteNow)
  useEffect(() => {
    if (!follows) return undefined
    const look = () => setMinute(minuteNow())
    look()
    const timer = setInterval(look, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [follows])
  return minute
}

/** Now and tonight are today. */
export const isToday = (choice: TimeChoice): boolean => choice === 'now' || choice === 'tonight'

/** Returns the parameters with these values; an empty value removes its parameter. */
const withChange = (before: URLSearchParams, change: Readonly<Record<string, string>>): URLSearchParams => {
  const after = new URLSearchParams(before)
  for (const [name, next] of Object.entries(change)) {
    if (next) after.set(name, next)
    else after.delete(name)
  }
  return after
}

/** The time for which free seats are asked, stored in the URL as `at` and `since`. */
export const useFreeAt = (): FreeAt => {
  const [parameters, setParameters] = useSearchParams()
  const shifts = useShifts()
  const choice = parameters.get('at') ?? ''
  const minute = useMinute(choice === 'now')
  const asked = parameters.get('since') ?? ''
  const now = today()
  const since = isDay(asked) && asked > now && !isToday(choice) ? asked : now
  const wanted = useMemo(() => {
    const parts = partsOf(choice, shifts, minute)
    return parts && { parts, since, isLater: since > now }
  }, [choice, shifts, minute, since, now])
  // A stable reference, so that rows are not rendered again.
  const tiles = useMemo(
    () => wanted && { key: choice, placeOf: (seat: ShownSeat) => placeAt(seat, wanted, shifts) },
    [choice, wanted, shifts],
  )
  const set = useCallback(
    (change: Readonly<Record<string, string>>) => setParameters((before) => withChange(before, change), { replace: true }),
    [setParameters],
  )
  return {
    choice: wanted ? choice : undefined,
    since,
    isLater: since > now,
    tiles,
    countIn: (seats) => (wanted ? seats.filter((seat) => isFreeAt(seat, wanted)).length : 0),
    choose: (next) => set({ at: next, ...(isToday(next) && { since: '' }) }),
    setSince: (day) => set({ since: day > now ? day : '' }),
    clear: () => set({ at: '', since: '' }),
  }
}

export type FreeAt = {
  /** Undefined if no time was asked for. */
  choice: TimeChoice | undefined
  /** The first day, today or later. */
  since: string
  isLater: boolean
  /** What the map shows instead of halves or a shift. */
  tiles: ShownTime | undefined
  countIn: (seats: readonly ShownSeat[]) => number
  choose: (choice: TimeChoice) => void
  setSince: (day: string) => void
  clear: () => void
}
