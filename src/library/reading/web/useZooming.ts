import { useRef, useState } from 'react'
import type { Anchor, Point, Sheet } from './pageLayout.ts'
import { anchorUnder, type Pin, readingPoint } from './useScrollAnchor.ts'
import { enlarge, type Size, scaleOf, type Zoom } from './zoom.ts'

/** Magnification of a fitted page after a double tap. */
const tapTimes = 2.5
/** Pages magnified by no more than this count as fitted. */
const fittedTimes = 1.1

export type View = { readonly zoom: Zoom; readonly pin?: Pin }

/**
 * The current zoom, and the point that stays in place when it changes. `asked` is the last requested zoom, which may not be rendered yet.
 */
export const useView = (initial: Zoom) => {
  const [view, setView] = useState<View>({ zoom: initial })
  const asked = useRef(initial)
  const show = (zoom: Zoom, pin: Pin | undefined) => {
    asked.current = zoom
    setView({ zoom, ...(pin && { pin }) })
  }
  return { view, asked, show }
}

/** The point of the document under the fingers or the pointer when a gesture began, and the zoom at that moment. */
export type GestureStart = { readonly anchor: Anchor; readonly zoom: Zoom }

type Now = {
  scroller: HTMLElement | null
  sheet: Sheet
  viewport: Size
  /** The viewport without the margins. */
  inside: Size
  initial: Zoom
  sizeOf: (page: number) => Size
}

/** Functions that change the zoom. */
export const zoomingIn = ({ asked, show }: ReturnType<typeof useView>, { scroller, sheet, viewport, inside, initial, sizeOf }: Now) => {
  const startGesture = (at: Point): GestureStart | undefined =>
    scroller ? { anchor: anchorUnder(scroller, sheet, at), zoom: asked.current } : undefined
  const zoomTo = (zoom: Zoom, at: Point = readingPoint(viewport)) => {
    const start = startGesture(at)
    show(zoom, start && { anchor: start.anchor, at })
  }
  /** Sets the zoom to the gesture's initial one times `ratio`, with the initial point of the document at `at`. */
  const zoomGesture = ({ anchor, zoom }: GestureStart, ratio: number, at: Point) =>
    show(enlarge(zoom, ratio, sizeOf(anchor.page), inside), { anchor, at })
  /** Zooms in on a point, or back to the initial zoom if the page is already magnified. */
  const toggleZoom = (at: Point) => {
    const start = startGesture(at)
    if (!start) return
    const size = sizeOf(start.anchor.page)
    const times = scaleOf(start.zoom, size, inside) / scaleOf(initial, size, inside)
    if (times > fittedTimes) zoomTo(initial, at)
    else zoomGesture({ ...start, zoom: initial }, tapTimes, at)
  }
  return { zoomTo, startGesture, zoomGesture, toggleZoom }
}
