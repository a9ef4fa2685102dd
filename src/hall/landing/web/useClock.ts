import { useEffect, useState } from 'react'

export type Clock = { now: Date; timeZone: string }

const everyMs = 30_000

/** The current time. Starts with the time of server rendering, so that hydration matches, and then advances. */
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
