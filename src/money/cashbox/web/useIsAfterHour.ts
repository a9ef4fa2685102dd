import { useEffect, useState } from 'react'
import { wallClockIn } from '#contract/day.ts'
import { timeZone } from '#web/api/timeZone.ts'

const LOOKS_MS = 20_000

const isAfter = (hour: number | null): boolean => hour !== null && Number(wallClockIn(timeZone(), new Date()).slice(11, 13)) >= hour

/** Returns whether it is this hour of the hall's day or later, until midnight; never for null. */
export const useIsAfterHour = (hour: number | null): boolean => {
  const [, setSeen] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => setSeen(isAfter(hour)), LOOKS_MS)
    return () => clearInterval(timer)
  }, [hour])
  return isAfter(hour)
}
