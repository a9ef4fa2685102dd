import type { Pdf } from './pdf.ts'

export type PaintOrder = {
  page: number
  /** Device pixels. */
  width: number
  height: number
  /** How far the page is from what is looked at; asked when a page can be painted, the nearest goes first. */
  distance: () => number
  signal: AbortSignal
}

type Waiting = PaintOrder & { resolve: (canvas: HTMLCanvasElement) => void; reject: (reason: unknown) => void }

/** Gives a canvas's memory back at once; browsers otherwise wait for their garbage collection. */
export const freeCanvas = (canvas: HTMLCanvasElement): void => {
  canvas.width = 0
  canvas.height = 0
}

/** Paints pages one at a time, so that there is never more than one canvas beside those on screen. */
export const createPaintQueue = (pdf: Pick<Pdf, 'paint'>) => {
  const waiting: Waiting[] = []
  let busy = false

  const paint = async (order: Waiting): Promise<void> => {
    const canvas = document.createElement('canvas')
    canvas.width = order.width
    canvas.height = order.height
    try {
      await pdf.paint(order.page, canvas, order.signal)
      order.resolve(canvas)
    } catch (error) {
      freeCanvas(canvas)
      order.reject(error)
    }
  }

  const next = async (): Promise<void> => {
    if (busy) return
    busy = true
    while (waiting.length > 0) {
      const order = waiting.reduce((nearest, candidate) => (candidate.distance() < nearest.distance() ? candidate : nearest))
      waiting.splice(waiting.indexOf(order), 1)
      if (order.signal.aborted) order.reject(order.signal.reason)
      else await paint(order)
    }
    busy = false
  }

  return (order: PaintOrder): Promise<HTMLCanvasElement> =>
    new Promise((resolve, reject) => {
      waiting.push({ ...order, resolve, reject })
      void next()
    })
}
export type PaintQueue = ReturnType<typeof createPaintQueue>
