import type { CanvasRoom } from './pageLayout.ts'
import type { Size } from './zoom.ts'

/** Returns the device's memory in GiB, rounded, as reported by Chromium; other browsers do not report it. */
export const deviceMemory = (): number | undefined => (navigator as Navigator & { deviceMemory?: number }).deviceMemory

/** Returns the maximum number of pixels for one canvas, at four bytes each; a phone with little memory can hold six of them. */
export const pixelBudget = (deviceMemoryGiB: number | undefined): number => (isSmall(deviceMemoryGiB) ? 2.5e6 : 8e6)

const isSmall = (deviceMemoryGiB: number | undefined): boolean => deviceMemoryGiB !== undefined && deviceMemoryGiB <= 2

/** Returns the device pixels per CSS pixel for a page's canvas: two at most, fewer if the canvas would exceed `maxPixels`. */
export const densityOf = (page: Size, devicePixelRatio: number, maxPixels: number): number => {
  const wanted = Math.min(2, Math.max(1, devicePixelRatio))
  return Math.min(wanted, Math.sqrt(maxPixels / (page.width * page.height)))
}

/** Returns the canvas size in device pixels for a page of this size in CSS pixels. */
export const canvasSizeOf = (page: Size): Size => {
  const density = densityOf(page, window.devicePixelRatio, pixelBudget(deviceMemory()))
  return { width: Math.max(1, Math.round(page.width * density)), height: Math.max(1, Math.round(page.height * density)) }
}

/** Room for neighbours at any distance, in pixels: 10 MB, as five pages have that fit the width of a phone. */
const littleRoom = 2.5e6

/**
 * Returns room for five of the largest canvases, so that a sixth can be painted before an old one is freed. A phone with little memory
 * paints no neighbour of a page that needs a large canvas itself: all memory stays below 1.5 times what the visible pages need.
 */
export const canvasRoom = (): CanvasRoom => ({
  pixelsOf: (page) => {
    const { width, height } = canvasSizeOf(page)
    return width * height
  },
  most: (isSmall(deviceMemory()) ? 1.5 : 5) * pixelBudget(deviceMemory()),
  little: littleRoom,
})
