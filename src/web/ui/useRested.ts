import { useEffect, useState } from 'react'

/** Returns the value once it has not changed for this time, so that typing does not call the server for every letter. */
export const useRested = <T>(value: T, ms = 250): T => {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}
