import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const positions = new Map<string, number>()

/** How long a page may take to grow back to the height it had, before its place is given up. */
const patienceMs = 1_500

/** Back and forward lead to where a page was left; a new page starts at its top. Filters and whatever else stays on the page do not scroll. */
export const useScrollMemory = () => {
  const { key, pathname } = useLocation()
  const how = useNavigationType()
  const shown = useRef<string>(undefined)

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    const isNewPage = shown.current !== pathname
    shown.current = pathname
    const stop = how === 'POP' ? scrollTo(positions.get(key) ?? 0) : isNewPage ? scrollTo(0) : undefined
    const remember = () => positions.set(key, window.scrollY)
    remember()
    window.addEventListener('scroll', remember, { passive: true })
    return () => {
      stop?.()
      window.removeEventListener('scroll', remember)
    }
  }, [key, pathname, how])
}

/** A person who moves meanwhile wins. */
const gestures = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

const scrollTo = (top: number) => {
  const until = performance.now() + patienceMs
  let frame = 0
  const step = () => {
    window.scrollTo(0, top)
    if (Math.abs(window.scrollY - top) > 1 && performance.now() < until) frame = requestAnimationFrame(step)
  }
  const stop = () => {
    cancelAnimationFrame(frame)
    for (const gesture of gestures) window.removeEventListener(gesture, stop)
  }
  for (const gesture of gestures) window.addEventListener(gesture, stop, { passive: true })
  step()
  return stop
}
