import { useEffect, useState } from 'react'
import { wallClockIn } from '#contract/day.ts'
import { hourOfDay, timeZone } from '#web/api/timeZone.ts'

const LOOKS_MS = 20_000

const isAfter = (hour: number | null): boolean =>
  hour !== null && hourOfDay(Number(wallClockIn(timeZone(), new Date()).slice(11, 13))) >= hourOfDay(hour)

/** Returns whether it is this hour or later, until the hall's day ends; never for null. */
export const useIsAfterHour = (hour: number | null): boolean => {
  const [, setSeen] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => setSeen(isAfter(hour)), LOOKS_MS)
    return () => clearInterval(timer)
  }, [hour])
  return isAfter(hour)
}
