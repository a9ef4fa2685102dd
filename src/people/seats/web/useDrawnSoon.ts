import { startTransition, useEffect, useState } from 'react'
import { useIsNarrow } from '#web/shell/useIsNarrow.ts'

/** The height of a screen for each seat on it, in pixels: five seats are in a line of a phone, and twenty in one of a desktop. */
const heightOf = { phone: 14, desktop: 3 }

/**
 * Returns as many of the first seats as any screen shows, and all of them once those are painted: a slow phone draws five hundred
 * seats in more than a second.
 */
export const useDrawnSoon = <T>(seats: readonly T[]): readonly T[] => {
  const isNarrow = useIsNarrow()
  const [isWhole, setWhole] = useState(false)
  useEffect(() => startTransition(() => setWhole(true)), [])
  return isWhole ? seats : seats.slice(0, Math.ceil(window.innerHeight / (isNarrow ? heightOf.phone : heightOf.desktop)))
}
