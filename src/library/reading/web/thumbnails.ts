import { freeCanvas, type PaintQueue } from './paintQueue.ts'
import type { Pdf } from './pdf.ts'

/** CSS pixels; each page is fitted into this box. */
export const thumbnailBox = { width: 96, height: 128 }
/** Added to the distance, so that pages being read are painted before any thumbnail. */
const behindPages = 1_000_000

const toPicture = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/jpeg', 0.75))

/**
 * Thumbnails of pages. Each is painted on the one spare canvas and cached as a compressed picture of a few kilobytes, so that a long
 * document needs no additional live canvases for them.
 */
export const createThumbnails = (pdf: Pick<Pdf, 'sizeOf' | 'release'>, paint: PaintQueue) => {
  const cached = new Map<number, string>()

  const make = async (page: number, distance: () => number, signal: AbortSignal): Promise<string> => {
    const size = await pdf.sizeOf(page)
    signal.throwIfAborted()
    const density = Math.min(2, Math.max(1, window.devicePixelRatio))
    const scale = density * Math.min(thumbnailBox.width / size.width, thumbnailBox.height / size.height)
    const [width, height] = [Math.max(1, Math.round(size.width * scale)), Math.max(1, Math.round(size.height * scale))]
    const canvas = await paint({ page, width, height, distance: () => behindPages + distance(), signal })
    try {
      const picture = await toPicture(canvas)
      signal.throwIfAborted()
      const url = URL.createObjectURL(picture)
      cached.set(page, url)
      return url
    } finally {
      freeCanvas(canvas)
      pdf.release(page)
    }
  }
  return {
    known: (page: number): string | undefined => cached.get(page),
    /** Rejects if the page cannot be painted or the signal aborts. */
    make: async (page: number, distance: () => number, signal: AbortSignal): Promise<string> =>
      cached.get(page) ?? make(page, distance, signal),
    close: (): void => {
      for (const url of cached.values()) URL.revokeObjectURL(url)
      cached.clear()
    },
  }
}
export type Thumbnails = ReturnType<typeof createThumbnails>
