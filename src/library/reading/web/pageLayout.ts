import type { Size } from './zoom.ts'

/** Pixels between pages, and above the first. */
export const pageGap = 12

export type Placed = { readonly top: number; readonly width: number; readonly height: number }

/** Pixels to the left and right of the widest page. */
export const sideMargin = 12

/** Places all pages below each other, each at its own scale. A page of unknown size is assumed to equal the first. */
export const placePages = (count: number, sizes: ReadonlyMap<number, Size>, first: Size, scaleOfPage: (size: Size) => number): Placed[] => {
  const placed: Placed[] = []
  let top = pageGap
  for (let page = 1; page <= count; page += 1) {
    const size = sizes.get(page) ?? first
    const scale = scaleOfPage(size)
    const height = Math.round(size.height * scale)
    placed.push({ top, width: Math.round(size.width * scale), height })
    top += height + pageGap
  }
  return placed
}

export const totalHeight = (placed: readonly Placed[]): number => {
  const last = placed.at(-1)
  return last ? last.top + last.height + pageGap : 0
}

/** Returns the number of the first page that ends below `y`. */
const pageBelow = (placed: readonly Placed[], y: number): number => {
  let low = 0
  let high = placed.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    const page = placed[middle]
    if (page && page.top + page.height > y) high = middle
    else low = middle + 1
  }
  return low + 1
}

/**
 * Returns the current page: the one at a third of the viewport's height. At the very top it is always the first, even if that is a low
 * cover.
 */
export const pageAt = (placed: readonly Placed[], scrollTop: number, viewportHeight: number): number =>
  scrollTop <= 0 ? 1 : pageBelow(placed, scrollTop + viewportHeight / 3)

/** The number of pixels of a page's canvas, and the totals allowed for all canvases before neighbouring pages get none. */
export type CanvasRoom = {
  readonly pixelsOf: (page: Size) => number
  /** For neighbours that are about to scroll into view. */
  readonly most: number
  /** For neighbours at any distance. */
  readonly little: number
}

/**
 * Returns the pages that have a canvas, nearest to the middle of the viewport first: all visible ones, and the ones before and after them
 * if there is room. Magnified pages are long and large: one that is far away would hold the memory of several for nothing.
 */
export const livePages = (placed: readonly Placed[], scrollTop: number, viewportHeight: number, room: CanvasRoom): number[] => {
  if (placed.length === 0) return []
  const first = pageBelow(placed, scrollTop)
  const last = pageBelow(placed, scrollTop + viewportHeight)
  const middle = scrollTop + viewportHeight / 2
  const distance = (number: number): number => {
    const page = placed[number - 1]
    if (!page) return Number.POSITIVE_INFINITY
    return Math.max(page.top - middle, middle - (page.top + page.height), 0)
  }
  const pixelsOf = (number: number): number => room.pixelsOf(placed[number - 1] ?? { width: 0, height: 0 })
  const live = Array.from({ length: last - first + 1 }, (_, index) => first + index).sort((a, b) => distance(a) - distance(b))
  let pixels = live.reduce((sum, number) => sum + pixelsOf(number), 0)
  for (const neighbour of [last + 1, first - 1]) {
    const isNear = distance(neighbour) <= viewportHeight
    const all = pixels + pixelsOf(neighbour)
    if (neighbour < 1 || neighbour > placed.length || all > (isNear ? room.most : room.little)) continue
    pixels = all
    live.push(neighbour)
  }
  return live
}

/** Pixels from the left and top edges of the viewport or of the scrolled content. */
export type Point = { readonly x: number; readonly y: number }

/** All pages and the width of the content in which they are centred. */
export type Sheet = { readonly placed: readonly Placed[]; readonly width: number }

/** A point of the document, independent of the zoom: a page and fractions of its height and width. */
export type Anchor = { readonly page: number; readonly down: number; readonly across: number }

export const anchorAt = ({ placed, width }: Sheet, { x, y }: Point): Anchor => {
  const page = pageBelow(placed, y)
  const place = placed[page - 1]
  if (!place || place.height <= 0 || place.width <= 0) return { page, down: 0, across: 0.5 }
  return {
    page,
    down: Math.min(1, Math.max(0, (y - place.top) / place.height)),
    across: (x - (width - place.width) / 2) / place.width,
  }
}

export const pointOf = ({ placed, width }: Sheet, { page, down, across }: Anchor): Point => {
  const place = placed[page - 1]
  if (!place) return { x: 0, y: 0 }
  return { x: (width - place.width) / 2 + across * place.width, y: place.top + place.height * down }
}
