import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { Place } from '../find/finder.ts'

/** Scrolls to the row of the match that is looked at, then to the match itself once its row is there. */
export const useFoundRow = (virtual: Virtualizer<HTMLElement, HTMLElement>, place: Place | undefined) => {
  const mark = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!place) return
    virtual.scrollToIndex(place.unit - 1, { align: 'center' })
    // The row is measured when it is first shown, which moves it once more.
    const timers = [50, 200].map((ms) => setTimeout(() => mark.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), ms))
    return () => timers.forEach(clearTimeout)
  }, [virtual, place])
  return mark
}
