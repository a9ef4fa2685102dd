import { useLayoutEffect, useState } from 'react'
import { paddingOf } from './scrollPadding.ts'

/** The inner size of an element without the parts that bars cover, the heights of these parts, and its scroll position. */
export const useViewport = (scroller: HTMLElement | null) => {
  const [viewport, setViewport] = useState({ width: 0, height: 0, top: 0, above: 0, below: 0 })
  useLayoutEffect(() => {
    if (!scroller) return
    const look = () => {
      const { top: above, bottom: below } = paddingOf(scroller)
      const height = scroller.clientHeight - above - below
      setViewport({ width: scroller.clientWidth, height, top: scroller.scrollTop, above, below })
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(scroller)
    scroller.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', look)
    }
  }, [scroller])
  return viewport
}
