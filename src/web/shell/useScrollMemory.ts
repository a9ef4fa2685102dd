import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { panelParameter } from './personPanel.ts'

const positions = new Map<string, number>()

/** How long a page may take to grow back to its old height before its position is given up. */
const patienceMs = 1_500

/** The address without the panel that is open beside the page: opening and closing it scrolls nothing. */
const placeOf = (pathname: string, search: string): string => {
  const parameters = new URLSearchParams(search)
  parameters.delete(panelParameter)
  return `${pathname}?${parameters}`
}

/**
 * Back and forward restore the scroll position of a page; a new page starts at its top. Filters and other changes within the page
 * do not scroll.
 */
export const useScrollMemory = () => {
  const { key, pathname, search } = useLocation()
  const how = useNavigationType()
  const shown = useRef<string>(undefined)
  const place = placeOf(pathname, search)
  const shownPlace = useRef<string>(undefined)

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual'
    // The first page of a document is at its top; to measure that would lay it out once more.
    const isFirst = shown.current === undefined
    const isNewPage = !isFirst && shown.current !== pathname
    shown.current = pathname
    const isSamePlace = shownPlace.current === place
    shownPlace.current = place
    const stop = how === 'POP' && !isFirst && !isSamePlace ? scrollTo(positions.get(key) ?? 0) : isNewPage ? scrollTo(0) : undefined
    const remember = () => positions.set(key, window.scrollY)
    if (!isFirst) remember()
    window.addEventListener('scroll', remember, { passive: true })
    return () => {
      stop?.()
      window.removeEventListener('scroll', remember)
    }
  }, [key, pathname, place, how])
}

/** A person who scrolls meanwhile wins. */
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
