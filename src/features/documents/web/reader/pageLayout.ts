import type { Size } from './zoom.ts'

/** Pixels between pages, and above the first. */
export const pageGap = 12
/** The memory of a 2 GB phone holds this many page-sized canvases beside the rest; one of them is the one being painted. */
export const maxCanvases = 6

export type Placed = { readonly top: number; readonly width: number; readonly height: number }

/** Places all pages below each other. A page whose size is not known yet takes the first page's. */
export const placePages = (count: number, sizes: ReadonlyMap<number, Size>, first: Size, scale: number): Placed[] => {
  const placed: Placed[] = []
  let top = pageGap
  for (let page = 1; page <= count; page += 1) {
    const size = sizes.get(page) ?? first
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

/** The number of the first page that ends below `y`. */
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

/** The page that is being read: the one at a third of the viewport's height. */
export const pageAt = (placed: readonly Placed[], scrollTop: number, viewportHeight: number): number =>
  pageBelow(placed, scrollTop + viewportHeight / 3)

/**
 * The pages that keep a canvas, nearest to the viewport's middle first: those on screen, one before and one
 * after them, never more than `maxCanvases - 1`, so that one more can be painted before an old one goes.
 */
export const livePages = (placed: readonly Placed[], scrollTop: number, viewportHeight: number): number[] => {
  if (placed.length === 0) return []
  const first = Math.max(1, pageBelow(placed, scrollTop) - 1)
  const last = Math.min(placed.length, pageBelow(placed, scrollTop + viewportHeight) + 1)
  const middle = scrollTop + viewportHeight / 2
  const distance = (number: number): number => {
    const page = placed[number - 1]
    if (!page) return Number.POSITIVE_INFINITY
    return Math.max(page.top - middle, middle - (page.top + page.height), 0)
  }
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return numbers.sort((a, b) => distance(a) - distance(b)).slice(0, maxCanvases - 1)
}

/**
 * Device pixels per CSS pixel for a page's canvas: crisp up to twice, less where the canvas would have more
 * than `maxPixels`.
 */
export const densityOf = (page: Size, devicePixelRatio: number, maxPixels: number): number => {
  const wanted = Math.min(2, Math.max(1, devicePixelRatio))
  return Math.min(wanted, Math.sqrt(maxPixels / (page.width * page.height)))
}

/** Pixels for one canvas, at four bytes each: what a phone with little memory can hold six times. */
export const pixelBudget = (deviceMemoryGiB: number | undefined): number =>
  deviceMemoryGiB !== undefined && deviceMemoryGiB <= 2 ? 2.5e6 : 8e6

/** A point in the document that does not move when the zoom changes: how far down which page, 0 to 1. */
export type Anchor = { readonly page: number; readonly fraction: number }

export const anchorAt = (placed: readonly Placed[], y: number): Anchor => {
  const page = pageBelow(placed, y)
  const place = placed[page - 1]
  return { page, fraction: place && place.height > 0 ? Math.min(1, Math.max(0, (y - place.top) / place.height)) : 0 }
}

export const anchorTop = (placed: readonly Placed[], { page, fraction }: Anchor): number => {
  const place = placed[page - 1]
  return place ? place.top + place.height * fraction : 0
}
