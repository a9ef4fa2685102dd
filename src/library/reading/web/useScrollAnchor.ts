import { useLayoutEffect, useRef } from 'react'
import { type Anchor, anchorAt, type Point, pointOf, type Sheet } from './pageLayout.ts'
import type { Size } from './zoom.ts'

/** A point of the document and the point of the viewport where it belongs. */
export type Pin = { readonly anchor: Anchor; readonly at: Point }

/** The point of the viewport that keeps its content when the layout changes, unless a gesture pins another one. */
export const readingPoint = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 3 })

export const anchorUnder = ({ scrollLeft, scrollTop }: HTMLElement, sheet: Sheet, at: Point): Anchor =>
  anchorAt(sheet, { x: scrollLeft + at.x, y: scrollTop + at.y })

/** The anchor of the reading position, and the scroll offsets it was computed from. */
type Noted = { readonly anchor: Anchor; readonly top: number; readonly left: number }

/**
 * Returns whether the user or the program has scrolled since then. An offset that the browser clamped because the content shrank does not
 * count.
 */
const hasScrolled = (scroller: HTMLElement, { top, left }: Noted): boolean => {
  const { scrollTop, scrollLeft } = scroller
  const isElsewhere = (now: number, before: number, most: () => number) =>
    Math.abs(now - before) > 1 && !(now < before && now >= most() - 1)
  return (
    isElsewhere(scrollTop, top, () => scroller.scrollHeight - scroller.clientHeight) ||
    isElsewhere(scrollLeft, left, () => scroller.scrollWidth - scroller.clientWidth)
  )
}

const scrollToPin = (scroller: HTMLElement, sheet: Sheet, { anchor, at }: Pin, isDown = true): void => {
  const { x, y } = pointOf(sheet, anchor)
  if (isDown) scroller.scrollTop = y - at.y
  scroller.scrollLeft = x - at.x
}

type Shown = { sheet: Sheet; width: number; height: number; pin: Pin | undefined }

/**
 * Keeps the reading position when the window, the zoom or the known page sizes change. The position is noted while scrolling:
 * when new sizes are rendered, the browser has already clamped the scroll offset to the new content.
 */
export const useScrollAnchor = (scroller: HTMLElement | null, { sheet, width, height, pin }: Shown): void => {
  const noted = useRef<Noted>(undefined)
  const shown = useRef<Shown>({ sheet, width, height, pin })
  useLayoutEffect(() => {
    if (!scroller) return
    const before = shown.current
    shown.current = { sheet, width, height, pin }
    const note = (seen: Shown) => {
      const { scrollTop: top, scrollLeft: left } = scroller
      noted.current = { anchor: anchorUnder(scroller, seen.sheet, readingPoint(seen)), top, left }
      return noted.current
    }
    const last = noted.current && !hasScrolled(scroller, noted.current) ? noted.current : note(before)
    const isLaidOut = before.width > 0 && (before.sheet !== sheet || before.width !== width || before.height !== height)
    if (pin && pin !== before.pin) {
      scrollToPin(scroller, sheet, pin)
      note(shown.current)
    } else if (isLaidOut) {
      const at = readingPoint({ width, height })
      // A reader at the very top stays at the top.
      scrollToPin(scroller, sheet, { anchor: last.anchor, at }, last.top > 0)
      noted.current = { anchor: last.anchor, top: scroller.scrollTop, left: scroller.scrollLeft }
    }
  })
}
