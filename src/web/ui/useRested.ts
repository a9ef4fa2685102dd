import { useEffect, useState } from 'react'

/** The value once it has not changed for so long, so that typing does not ask the server for every letter. */
export const useRested = <T>(value: T, ms = 250): T => {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}
