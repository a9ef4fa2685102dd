import { useLayoutEffect, useRef } from 'react'
import { type Anchor, anchorAt, type Point, pointOf, type Sheet } from './pageLayout.ts'
import type { Size } from './zoom.ts'

/** A point of the document that is to lie under a point of the viewport. */
export type Held = { readonly anchor: Anchor; readonly at: Point }

/** The point that stays where it is when nobody holds another one: the place in the window where one reads. */
export const readingPoint = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 3 })

export const anchorUnder = ({ scrollLeft, scrollTop }: HTMLElement, sheet: Sheet, at: Point): Anchor =>
  anchorAt(sheet, { x: scrollLeft + at.x, y: scrollTop + at.y })

/** What was read, and how far the element was scrolled then. */
type Kept = { readonly anchor: Anchor; readonly top: number; readonly left: number }

/** Whether the element was scrolled since then. A browser that cuts the offset because the content became smaller scrolled nothing. */
const hasScrolled = (scroller: HTMLElement, { top, left }: Kept): boolean => {
  const { scrollTop, scrollLeft } = scroller
  const isElsewhere = (now: number, before: number, most: () => number) =>
    Math.abs(now - before) > 1 && !(now < before && now >= most() - 1)
  return (
    isElsewhere(scrollTop, top, () => scroller.scrollHeight - scroller.clientHeight) ||
    isElsewhere(scrollLeft, left, () => scroller.scrollWidth - scroller.clientWidth)
  )
}

const scrollSo = (scroller: HTMLElement, sheet: Sheet, { anchor, at }: Held, isDown = true): void => {
  const { x, y } = pointOf(sheet, anchor)
  if (isDown) scroller.scrollTop = y - at.y
  scroller.scrollLeft = x - at.x
}

type Shown = { sheet: Sheet; width: number; height: number; held: Held | undefined }

/**
 * Keeps the place in the document while the window, the zoom or the known sizes of pages change. The place is noted while
 * somebody scrolls: once the content has become smaller, the browser has cut the offset and the place is lost.
 */
export const useKeptPlace = (scroller: HTMLElement | null, { sheet, width, height, held }: Shown): void => {
  const kept = useRef<Kept>(undefined)
  const shown = useRef<Shown>({ sheet, width, height, held })
  useLayoutEffect(() => {
    if (!scroller) return
    const before = shown.current
    shown.current = { sheet, width, height, held }
    const note = (seen: Shown) => {
      const { scrollTop: top, scrollLeft: left } = scroller
      kept.current = { anchor: anchorUnder(scroller, seen.sheet, readingPoint(seen)), top, left }
      return kept.current
    }
    const last = kept.current && !hasScrolled(scroller, kept.current) ? kept.current : note(before)
    const isLaidOut = before.width > 0 && (before.sheet !== sheet || before.width !== width || before.height !== height)
    if (held && held !== before.held) {
      scrollSo(scroller, sheet, held)
      note(shown.current)
    } else if (isLaidOut) {
      const at = readingPoint({ width, height })
      // Who is at the very beginning stays there.
      scrollSo(scroller, sheet, { anchor: last.anchor, at }, last.top > 0)
      kept.current = { anchor: last.anchor, top: scroller.scrollTop, left: scroller.scrollLeft }
    }
  })
}
