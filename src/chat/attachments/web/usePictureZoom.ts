import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { held, type Point, type Size, scaledTo, stepped, type View, whole } from './zoom.ts'

const arrowPixels = 60
/** Wheel distance (CSS pixels) of one zoom step. A mouse sends more per event, a touchpad less. */
const wheelPixels = 50

const arrows: Record<string, Point> = {
  ArrowLeft: { x: arrowPixels, y: 0 },
  ArrowRight: { x: -arrowPixels, y: 0 },
  ArrowUp: { x: 0, y: arrowPixels },
  ArrowDown: { x: 0, y: -arrowPixels },
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y)
const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })

type Change = (change: (view: View) => View) => void

/** One pointer moves the picture, two zoom it. */
const followPointers = (stage: HTMLElement, fromMiddle: (event: PointerEvent) => Point, change: Change): (() => void) => {
  const pointers = new Map<number, Point>()
  const onDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    // Buttons over the picture handle their own presses.
    if (event.target instanceof Element && event.target.closest('button')) return
    stage.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, fromMiddle(event))
  }
  const onMove = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const now = fromMiddle(event)
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    pointers.set(event.pointerId, now)
    if (!other) return change((view) => ({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y }))
    const [was, is] = [middle(before, other), middle(now, other)]
    const factor = distance(now, other) / Math.max(1, distance(before, other))
    change((view) => {
      const { scale, x, y } = scaledTo(view, view.scale * factor, was)
      return { scale, x: x + is.x - was.x, y: y + is.y - was.y }
    })
  }
  const onUp = (event: PointerEvent) => pointers.delete(event.pointerId)
  const listeners = [
    ['pointerdown', onDown],
    ['pointermove', onMove],
    ['pointerup', onUp],
    ['pointercancel', onUp],
  ] as const
  for (const [name, listener] of listeners) stage.addEventListener(name, listener)
  return () => {
    for (const [name, listener] of listeners) stage.removeEventListener(name, listener)
  }
}

/** The wheel zooms in steps; browsers report a pinch on a touchpad as a wheel event with the control key. */
const followWheel = (stage: HTMLElement, fromMiddle: (event: MouseEvent) => Point, change: Change): (() => void) => {
  let turned = 0
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    const at = fromMiddle(event)
    if (event.ctrlKey) return change((view) => scaledTo(view, view.scale * Math.exp(-event.deltaY / 100), at))
    turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : Math.sign(event.deltaY) * wheelPixels
    if (Math.abs(turned) < wheelPixels) return
    const direction = turned < 0 ? 1 : -1
    turned = 0
    change((view) => stepped(view, direction, at))
  }
  stage.addEventListener('wheel', onWheel, { passive: false })
  return () => stage.removeEventListener('wheel', onWheel)
}

/** Zooms and moves a picture with buttons, keys, mouse, wheel and touch. */
export const usePictureZoom = (picture: Size) => {
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const [view, setView] = useState<View>(whole)
  const size = useRef(picture)
  size.current = picture
  const change = useCallback<Change>(
    (next) => setView((before) => held(next(before), size.current, { width: stage?.clientWidth ?? 0, height: stage?.clientHeight ?? 0 })),
    [stage],
  )
  useEffect(() => {
    if (!stage) return
    const fromMiddle = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top, width, height } = stage.getBoundingClientRect()
      return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
    }
    const onResize = () => change((before) => before)
    const ends = [followPointers(stage, fromMiddle, change), followWheel(stage, fromMiddle, change)]
    window.addEventListener('resize', onResize)
    return () => {
      window.removeEventListener('resize', onResize)
      for (const end of ends) end()
    }
  }, [stage, change])
  const step = (direction: 1 | -1) => change((before) => stepped(before, direction))
  const reset = () => setView(whole)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = arrows[event.key]
    if (event.key === '+' || event.key === '=') step(1)
    else if (event.key === '-' || event.key === '_') step(-1)
    else if (event.key === '0') reset()
    else if (arrow) change((before) => ({ ...before, x: before.x + arrow.x, y: before.y + arrow.y }))
    else return
    event.preventDefault()
  }
  return { stage: setStage, view, step, reset, onKeyDown }
}
