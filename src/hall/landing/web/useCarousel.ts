import { type KeyboardEvent, type TouchEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'

const everyMs = 4_000
/** A shorter movement is not a swipe. */
const swipePixels = 40

const reduced = '(prefers-reduced-motion: reduce)'

const watchMotion = (tell: () => void): (() => void) => {
  const media = window.matchMedia(reduced)
  const settings = new MutationObserver(tell)
  media.addEventListener('change', tell)
  settings.observe(document.documentElement, { attributes: true, attributeFilter: ['data-reduce-motion'] })
  return () => {
    media.removeEventListener('change', tell)
    settings.disconnect()
  }
}
const isMotionReduced = (): boolean => window.matchMedia(reduced).matches || 'reduceMotion' in document.documentElement.dataset

/** True if reduced motion is requested, by the device or by our setting. Unknown on the server. */
const useReducedMotion = (): boolean => useSyncExternalStore(watchMotion, isMotionReduced, () => false)

/**
 * The index of the current picture of `count`. It advances every four seconds, from the last to the first, unless it is paused, reduced
 * motion is requested, or the carousel has the pointer or the focus.
 */
export const useCarousel = (count: number) => {
  const [chosen, setChosen] = useState(0)
  const [isPaused, setPaused] = useState<boolean>()
  const [isHeld, setHeld] = useState(false)
  const touchedAt = useRef<number>(undefined)
  const isReduced = useReducedMotion()
  // Pictures may be deleted while the carousel is shown.
  const index = Math.min(chosen, Math.max(0, count - 1))
  const isPlaying = count > 1 && !(isPaused ?? isReduced)
  const goBy = (step: number) => setChosen((index + step + count) % count)

  useEffect(() => {
    if (!isPlaying || isHeld) return
    const timer = setTimeout(() => {
      if (!document.hidden) setChosen((index + 1) % count)
    }, everyMs)
    return () => clearTimeout(timer)
  }, [isPlaying, isHeld, index, count])

  return {
    index,
    isPlaying,
    goTo: setChosen,
    next: () => goBy(1),
    previous: () => goBy(-1),
    togglePlaying: () => setPaused(isPlaying),
    /** Props for the element around the carousel. */
    holding: {
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'ArrowRight') goBy(1)
        else if (event.key === 'ArrowLeft') goBy(-1)
        else return
        event.preventDefault()
      },
    },
    /** Props for the picture. */
    swiping: {
      onTouchStart: ({ changedTouches }: TouchEvent) => {
        touchedAt.current = changedTouches[0]?.clientX
      },
      onTouchEnd: ({ changedTouches }: TouchEvent) => {
        const moved = (changedTouches[0]?.clientX ?? 0) - (touchedAt.current ?? 0)
        if (touchedAt.current !== undefined && Math.abs(moved) > swipePixels) goBy(moved < 0 ? 1 : -1)
        touchedAt.current = undefined
        setHeld(false)
      },
    },
  }
}
