import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Point } from './pageLayout.ts'
import { paddingOf } from './scrollPadding.ts'
import type { PageLayout } from './usePageLayout.ts'
import type { GestureStart } from './useZooming.ts'

type Zooming = Pick<PageLayout, 'startGesture' | 'zoomGesture' | 'toggleZoom'>
/** Returns the current layout when an event arrives. */
type Now = () => Zooming

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** Maximum duration of a tap, and maximum movement of the finger in pixels. */
const tapMs = 300
const tapReach = 10
/** Maximum time and distance between the two taps of a double tap. */
const betweenTapsMs = 300
const betweenTapsReach = 40

/** Zooms around the pointer with Ctrl and the wheel, which is also what a touchpad's pinch sends. */
const followWheel = (within: (event: WheelEvent) => Point, now: Now) => (event: WheelEvent) => {
  if (!event.ctrlKey && !event.metaKey) return
  event.preventDefault()
  const delta = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 20 : event.deltaY
  const at = within(event)
  const start = now().startGesture(at)
  if (start) now().zoomGesture(start, Math.exp(-Math.max(-60, Math.min(60, delta)) / 300), at)
}

/**
 * Zooms with two fingers. The scale is the one at the start of the gesture times the total change of the fingers' distance, so that no move
 * is lost between two frames; the point of the document between the fingers stays there.
 */
const followPinch = (within: (touch: Touch) => Point, now: Now) => {
  let began: { start: GestureStart; apart: number } | undefined
  return (event: TouchEvent) => {
    const [a, b] = [...event.touches].map(within)
    if (!a || !b) {
      began = undefined
      return
    }
    if (event.cancelable) event.preventDefault()
    const [at, apart] = [middle(a, b), Math.max(1, distance(a, b))]
    if (began) return now().zoomGesture(began.start, apart / began.apart, at)
    const start = now().startGesture(at)
    if (start) began = { start, apart }
  }
}

/** Zooms in and out with a double tap. */
const followTaps = (within: (touch: Touch) => Point, now: Now) => {
  type Tap = { at: Point; ms: number }
  let down: Tap | undefined
  let first: Tap | undefined
  const isSecond = (tap: Tap) => first && tap.ms - first.ms < betweenTapsMs && distance(first.at, tap.at) < betweenTapsReach
  const end = (event: TouchEvent) => {
    const tap = down && event.timeStamp - down.ms < tapMs ? down : undefined
    down = undefined
    if (tap && isSecond(tap)) {
      // Prevents the click that would select a word.
      if (event.cancelable) event.preventDefault()
      now().toggleZoom(tap.at)
      first = undefined
    } else first = tap && { at: tap.at, ms: event.timeStamp }
  }
  return (event: TouchEvent) => {
    const [touch, other] = event.touches
    if (event.type === 'touchend' && !touch) return end(event)
    const at = touch && !other ? within(touch) : undefined
    if (event.type === 'touchstart') down = at && { at, ms: event.timeStamp }
    else if (!at || !down || distance(at, down.at) > tapReach) down = undefined
  }
}

/**
 * Calls `tell` for every touch event of fingers that started on the element. Touch events are sent to the node where the finger
 * came down, even after it was removed: a canvas replaced by a sharper one during a pinch would otherwise end the gesture.
 */
const followFingers = (element: HTMLElement, tell: (event: TouchEvent) => void, signal: AbortSignal): void => {
  let fingers: AbortController | undefined
  const end = () => {
    fingers?.abort()
    fingers = undefined
  }
  const move = (event: Event) => {
    if (!(event instanceof TouchEvent)) return
    tell(event)
    if (event.touches.length === 0) end()
  }
  const start = (event: TouchEvent) => {
    fingers ??= new AbortController()
    for (const name of ['touchmove', 'touchend', 'touchcancel'] as const)
      event.target?.addEventListener(name, move, { passive: false, signal: fingers.signal })
    tell(event)
  }
  element.addEventListener('touchstart', start, { passive: false, signal })
  signal.addEventListener('abort', end)
}

/** Zooms with wheel, pinch and double tap. */
export const useZoomGestures = (element: HTMLElement | null, layout: Zooming) => {
  const latest = useRef(layout)
  useLayoutEffect(() => {
    latest.current = layout
  })
  useEffect(() => {
    if (!element) return
    const within = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
      const box = element.getBoundingClientRect()
      return { x: clientX - box.left, y: clientY - box.top - paddingOf(element).top }
    }
    const aborter = new AbortController()
    const { signal } = aborter
    const now = () => latest.current
    element.addEventListener('wheel', followWheel(within, now), { passive: false, signal })
    const [pinch, taps] = [followPinch(within, now), followTaps(within, now)]
    const tell = (event: TouchEvent) => {
      pinch(event)
      taps(event)
    }
    followFingers(element, tell, signal)
    return () => aborter.abort()
  }, [element])
}
