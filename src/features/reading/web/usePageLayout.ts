import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { canvasRoom } from './canvasSize.ts'
import { type Anchor, anchorAt, anchorTop, livePages, pageAt, pageGap, placePages, totalHeight } from './pageLayout.ts'
import { paddingOf } from './scrollPadding.ts'
import { clampScale, keepPoint, type Size, scaleOf, smallestScale, stepFrom, type Zoom } from './zoom.ts'

/** Pixels left and right of a page. */
const sideMargin = 12

/** The size of an element's inside, how far it is scrolled, and how many pixels of it are seen under the bars, as they change. */
const useViewport = (scroller: HTMLElement | null) => {
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

/** The scale as it was when it last stood still for `ms`; the first one, once the window's size is known, at once. */
const useSettled = (scale: number, isKnown: boolean, ms: number): number => {
  const [settled, setSettled] = useState<number>()
  useEffect(() => {
    if (!isKnown) return
    const timer = setTimeout(() => setSettled(scale), settled === undefined ? 0 : ms)
    return () => clearTimeout(timer)
  }, [scale, isKnown, ms, settled])
  return settled ?? scale
}

/** A point of the viewport, in pixels from its left and top edge. */
export type Point = { readonly x: number; readonly y: number }

/** Where the pages of a document stand at which zoom, and which of them are looked at. */
export const usePageLayout = (pageCount: number, firstPage: Size, scroller: HTMLElement | null, initial: Zoom = { kind: 'auto' }) => {
  const viewport = useViewport(scroller)
  const [zoom, setZoom] = useState(initial)
  const [sizes, setSizes] = useState<ReadonlyMap<number, Size>>(new Map())

  const inside = { width: Math.max(1, viewport.width - 2 * sideMargin), height: Math.max(1, viewport.height - 2 * pageGap) }
  /** The page that was fitted into the window when that was asked for; the first one until then. */
  const [fitted, setFitted] = useState(firstPage)
  const scale = scaleOf(zoom, fitted, inside)
  const smallest = smallestScale(fitted, inside)
  const placed = useMemo(() => placePages(pageCount, sizes, firstPage, scale), [pageCount, sizes, firstPage, scale])
  const width = useMemo(() => placed.reduce((widest, page) => Math.max(widest, page.width), 0) + 2 * sideMargin, [placed])

  const current = pageAt(placed, viewport.top, viewport.height)
  const pinned = useRef<{ anchor: Anchor; at: Point; scale: number } | undefined>(undefined)
  const shown = useRef(placed)
  useLayoutEffect(() => {
    if (!scroller || shown.current === placed) return
    const at = pinned.current?.at ?? { x: scroller.clientWidth / 2, y: scroller.clientHeight / 3 }
    const anchor = pinned.current?.anchor ?? anchorAt(shown.current, scroller.scrollTop + at.y)
    const ratio = pinned.current ? scale / pinned.current.scale : 1
    shown.current = placed
    pinned.current = undefined
    const atTop = scroller.scrollTop === 0
    if (ratio !== 1) scroller.scrollLeft = keepPoint(scroller.scrollLeft, at.x, ratio)
    if (!atTop || ratio !== 1) scroller.scrollTop = anchorTop(placed, anchor) - at.y
  }, [placed, scale, scroller])

  const zoomTo = useCallback(
    (next: Zoom | ((scale: number) => number), at?: Point) => {
      if (scroller) {
        const point = at ?? { x: scroller.clientWidth / 2, y: scroller.clientHeight / 3 }
        pinned.current = { anchor: anchorAt(shown.current, scroller.scrollTop + point.y), at: point, scale }
      }
      setFitted(sizes.get(current) ?? firstPage)
      setZoom(typeof next === 'function' ? { kind: 'scale', scale: clampScale(next(scale), smallest) } : next)
    },
    [scroller, scale, smallest, sizes, current, firstPage],
  )

  return {
    placed,
    /** Pixels that the widest page needs. */
    width,
    scale,
    smallest,
    /** The scale to paint at: it waits until a pinch or a wheel comes to rest. */
    paintScale: useSettled(scale, viewport.height > 0, 150),
    zoom,
    zoomTo,
    zoomStep: (direction: 1 | -1) => zoomTo((from) => stepFrom(from, direction)),
    viewport,
    current,
    /** The page that was reached: the last one where the document cannot be scrolled on, though others are read above it. */
    reached: viewport.top > 0 && viewport.top + viewport.height >= totalHeight(placed) - 2 ? pageCount : current,
    live:
      viewport.height > 0
        ? livePages(placed, viewport.top - viewport.above, viewport.height + viewport.above + viewport.below, canvasRoom())
        : [],
    learnSize: useCallback(
      (page: number, size: Size) =>
        setSizes((before) => {
          const known = before.get(page) ?? firstPage
          const same = Math.abs(known.width - size.width) < 0.01 && Math.abs(known.height - size.height) < 0.01
          return same ? before : new Map(before).set(page, size)
        }),
      [firstPage],
    ),
    /** `share` is how far down the page, 0 to 1. */
    goTo: (page: number, share = 0) => {
      const place = placed[Math.min(pageCount, Math.max(1, page)) - 1]
      if (place) scroller?.scrollTo({ top: place.top - pageGap + share * place.height })
    },
  }
}
export type PageLayout = ReturnType<typeof usePageLayout>
