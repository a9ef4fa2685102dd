import { useRef, useState } from 'react'
import type { Anchor, Point, Sheet } from './pageLayout.ts'
import { anchorUnder, type Held, readingPoint } from './useKeptPlace.ts'
import { enlarge, type Size, scaleOf, type Zoom } from './zoom.ts'

/** Two taps show a fitted page so many times as large. */
const tapTimes = 2.5
/** What is no more than this much larger counts as fitted. */
const fittedTimes = 1.1

export type View = { readonly zoom: Zoom; readonly held?: Held }

/** The zoom, and the point that it is to leave in its place. `asked` is the last zoom that was asked for: several may come before the next frame. */
export const useView = (initial: Zoom) => {
  const [view, setView] = useState<View>({ zoom: initial })
  const asked = useRef(initial)
  const show = (zoom: Zoom, held: Held | undefined) => {
    asked.current = zoom
    setView({ zoom, ...(held && { held }) })
  }
  return { view, asked, show }
}

/** A point of the document under fingers or the pointer, and the zoom at which it was taken hold of. */
export type Grip = { readonly anchor: Anchor; readonly zoom: Zoom }

type Now = {
  scroller: HTMLElement | null
  sheet: Sheet
  viewport: Size
  /** The viewport without the margins. */
  inside: Size
  initial: Zoom
  sizeOf: (page: number) => Size
}

/** The ways to another zoom. */
export const zoomingIn = ({ asked, show }: ReturnType<typeof useView>, { scroller, sheet, viewport, inside, initial, sizeOf }: Now) => {
  const grip = (at: Point): Grip | undefined => (scroller ? { anchor: anchorUnder(scroller, sheet, at), zoom: asked.current } : undefined)
  const zoomTo = (zoom: Zoom, at: Point = readingPoint(viewport)) => {
    const taken = grip(at)
    show(zoom, taken && { anchor: taken.anchor, at })
  }
  /** Shows what was taken hold of so many times as large as it was then, under another point. */
  const zoomGrip = ({ anchor, zoom }: Grip, ratio: number, at: Point) =>
    show(enlarge(zoom, ratio, sizeOf(anchor.page), inside), { anchor, at })
  /** Enlarges what is under a point, or shows the pages as they opened where that is enlarged. */
  const zoomTap = (at: Point) => {
    const taken = grip(at)
    if (!taken) return
    const size = sizeOf(taken.anchor.page)
    const times = scaleOf(taken.zoom, size, inside) / scaleOf(initial, size, inside)
    if (times > fittedTimes) zoomTo(initial, at)
    else zoomGrip({ ...taken, zoom: initial }, tapTimes, at)
  }
  return { zoomTo, grip, zoomGrip, zoomTap }
}
