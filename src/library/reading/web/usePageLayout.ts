import { useCallback, useEffect, useMemo, useState } from 'react'
import { canvasRoom } from './canvasSize.ts'
import { livePages, pageAt, pageGap, placePages, type Sheet, sideMargin, totalHeight } from './pageLayout.ts'
import { useScrollAnchor } from './useScrollAnchor.ts'
import { useViewport } from './useViewport.ts'
import { useView, zoomingIn } from './useZooming.ts'
import { clampScale, type Size, scaleOf, smallestScale, stepFrom, type Zoom } from './zoom.ts'

/** Returns the value once it has not changed for `ms`; the first known value is returned at once. */
const useSettled = <T>(value: T, isKnown: boolean, ms: number): T => {
  const [settled, setSettled] = useState<T>()
  useEffect(() => {
    if (!isKnown) return
    const timer = setTimeout(() => setSettled(value), settled === undefined ? 0 : ms)
    return () => clearTimeout(timer)
  }, [value, isKnown, ms, settled])
  return settled ?? value
}

/** Known page sizes; other pages are assumed to be like the first. */
const useSizes = (firstPage: Size) => {
  const [sizes, setSizes] = useState<ReadonlyMap<number, Size>>(new Map())
  const learnSize = useCallback(
    (page: number, size: Size) =>
      setSizes((before) => {
        const known = before.get(page) ?? firstPage
        const same = Math.abs(known.width - size.width) < 0.01 && Math.abs(known.height - size.height) < 0.01
        return same ? before : new Map(before).set(page, size)
      }),
    [firstPage],
  )
  return { sizes, learnSize, sizeOf: (page: number): Size => sizes.get(page) ?? firstPage }
}

type Pages = { pageCount: number; firstPage: Size; sizes: ReadonlyMap<number, Size> }

/** Positions of all pages at a zoom. */
const useSheet = ({ pageCount, firstPage, sizes }: Pages, zoom: Zoom, inside: Size, viewport: Size, isCentred: boolean) => {
  const placed = useMemo(() => {
    const all = placePages(pageCount, sizes, firstPage, (size) => scaleOf(zoom, size, inside))
    const room = isCentred ? Math.max(0, viewport.height - totalHeight(all)) : 0
    return room === 0 ? all : all.map((place) => ({ ...place, top: place.top + room / 2 }))
  }, [pageCount, sizes, firstPage, zoom, inside, isCentred, viewport.height])
  const width = useMemo(() => placed.reduce((widest, page) => Math.max(widest, page.width), 0) + 2 * sideMargin, [placed])
  const sheet = useMemo<Sheet>(() => ({ placed, width: Math.max(width, viewport.width) }), [placed, width, viewport.width])
  return { placed, width, sheet }
}

type Options = {
  initial?: Zoom
  /** Centres the pages vertically if they are lower than the window. */
  isCentred?: boolean
}

/** The places of a document's pages at the current zoom, and which of them are visible. */
export const usePageLayout = (
  pageCount: number,
  firstPage: Size,
  scroller: HTMLElement | null,
  { initial = { kind: 'auto' }, isCentred = false }: Options = {},
) => {
  const viewport = useViewport(scroller)
  const { sizes, learnSize, sizeOf } = useSizes(firstPage)
  const viewing = useView(initial)
  const { zoom, pin } = viewing.view
  const inside = useMemo(
    () => ({ width: Math.max(1, viewport.width - 2 * sideMargin), height: Math.max(1, viewport.height - 2 * pageGap) }),
    [viewport.width, viewport.height],
  )
  const { placed, width, sheet } = useSheet({ pageCount, firstPage, sizes }, zoom, inside, viewport, isCentred)
  useScrollAnchor(scroller, { sheet, width: viewport.width, height: viewport.height, pin })
  const zooming = zoomingIn(viewing, { scroller, sheet, viewport, inside, initial, sizeOf })

  const current = pageAt(placed, viewport.top, viewport.height)
  const smallest = smallestScale(sizeOf(current), inside)
  const scaleNow = () => scaleOf(viewing.asked.current, sizeOf(current), inside)
  const painted = useSettled(
    useMemo(() => ({ zoom, inside }), [zoom, inside]),
    viewport.height > 0,
    150,
  )
  return {
    placed,
    /** Width in pixels of the widest page. */
    width,
    /** Scale of the current page. */
    scale: scaleOf(zoom, sizeOf(current), inside),
    smallest,
    /** Returns the scale to paint a page at; it changes only when a pinch or wheel pauses. */
    paintScaleOf: (page: number) => scaleOf(painted.zoom, sizeOf(page), painted.inside),
    zoom,
    ...zooming,
    zoomStep: (direction: 1 | -1) => zooming.zoomTo({ kind: 'scale', scale: clampScale(stepFrom(scaleNow(), direction), smallest) }),
    viewport,
    current,
    /** The page that was reached: the last one if the document cannot be scrolled further, although an earlier one is the current page. */
    reached: viewport.top > 0 && viewport.top + viewport.height >= totalHeight(placed) - 2 ? pageCount : current,
    live:
      viewport.height > 0
        ? livePages(placed, viewport.top - viewport.above, viewport.height + viewport.above + viewport.below, canvasRoom())
        : [],
    learnSize,
    /** `share` is the fraction of the page's height from its top, 0 to 1. */
    goTo: (page: number, share = 0) => {
      const place = placed[Math.min(pageCount, Math.max(1, page)) - 1]
      if (place) scroller?.scrollTo({ top: place.top - pageGap + share * place.height })
    },
  }
}
export type PageLayout = ReturnType<typeof usePageLayout>
