import { useEffect } from 'react'
import { paddingOf } from './scrollPadding.ts'
import type { Point } from './usePageLayout.ts'

const middle = (a: Touch, b: Touch): Point => ({ x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 })
const spread = (a: Touch, b: Touch): number => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)

/**
 * Zooms by ctrl and wheel (which is also what a touchpad's pinch sends) and by two fingers. `zoomBy` gets the
 * factor and the point, within the element, that stays under the pointer.
 */
export const useZoomGestures = (element: HTMLElement | null, zoomBy: (factor: number, at: Point) => void) => {
  useEffect(() => {
    if (!element) return
    const within = ({ x, y }: Point): Point => {
      const box = element.getBoundingClientRect()
      return { x: x - box.left, y: y - box.top - paddingOf(element).top }
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const delta = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 20 : event.deltaY
      zoomBy(Math.exp(-Math.max(-60, Math.min(60, delta)) / 300), within({ x: event.clientX, y: event.clientY }))
    }
    let before = 0
    const onTouch = (event: TouchEvent) => {
      const [a, b] = event.touches
      if (!a || !b) {
        before = 0
        return
      }
      if (event.cancelable) event.preventDefault()
      const now = spread(a, b)
      if (before > 0 && now > 0) zoomBy(now / before, within(middle(a, b)))
      before = now
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    const touches = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const
    for (const name of touches) element.addEventListener(name, onTouch, { passive: false })
    return () => {
      element.removeEventListener('wheel', onWheel)
      for (const name of touches) element.removeEventListener(name, onTouch)
    }
  }, [element, zoomBy])
}
