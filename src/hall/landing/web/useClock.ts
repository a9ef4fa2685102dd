import { useEffect, useState } from 'react'

export type Clock = { now: Date; timeZone: string }

const everyMs = 30_000

/** The time, which begins as the server drew it, so that the browser first draws the same, and then goes on. */
export const useNow = (drawnAt: string | undefined): Date => {
  const [now, setNow] = useState(() => (drawnAt === undefined ? new Date() : new Date(drawnAt)))
  useEffect(() => {
    const tell = () => setNow(new Date())
    tell()
    const timer = setInterval(tell, everyMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
