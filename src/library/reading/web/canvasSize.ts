import type { CanvasRoom } from './pageLayout.ts'
import type { Size } from './zoom.ts'

/** Chromium tells how much memory the device has, in GiB and rounded; other browsers do not. */
export const deviceMemory = (): number | undefined => (navigator as Navigator & { deviceMemory?: number }).deviceMemory

/** Pixels for one canvas, at four bytes each: what a phone with little memory can hold six times. */
export const pixelBudget = (deviceMemoryGiB: number | undefined): number =>
  deviceMemoryGiB !== undefined && deviceMemoryGiB <= 2 ? 2.5e6 : 8e6

/**
 * Device pixels per CSS pixel for a page's canvas: crisp up to twice, less where the canvas would have more
 * than `maxPixels`.
 */
export const densityOf = (page: Size, devicePixelRatio: number, maxPixels: number): number => {
  const wanted = Math.min(2, Math.max(1, devicePixelRatio))
  return Math.min(wanted, Math.sqrt(maxPixels / (page.width * page.height)))
}

/** The device pixels of the canvas for a page of this size in CSS pixels. */
export const canvasSizeOf = (page: Size): Size => {
  const density = densityOf(page, window.devicePixelRatio, pixelBudget(deviceMemory()))
  return { width: Math.max(1, Math.round(page.width * density)), height: Math.max(1, Math.round(page.height * density)) }
}

/** Room for five of the largest canvases, so that a sixth can be painted before an old one goes. */
export const canvasRoom = (): CanvasRoom => ({
  pixelsOf: (page) => {
    const { width, height } = canvasSizeOf(page)
    return width * height
  },
  most: 5 * pixelBudget(deviceMemory()),
})
