import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { Place } from '../find/finder.ts'

/** Scrolls to the row of the current match, then to the match itself once its row is rendered. */
export const useFoundRow = (virtual: Virtualizer<HTMLElement, HTMLElement>, place: Place | undefined) => {
  const mark = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!place) return
    virtual.scrollToIndex(place.unit - 1, { align: 'center' })
    // Repeated, because measuring the row after its first render moves it again.
    const timers = [50, 200].map((ms) => setTimeout(() => mark.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), ms))
    return () => timers.forEach(clearTimeout)
  }, [virtual, place])
  return mark
}
