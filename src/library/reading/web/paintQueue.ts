import type { Pdf } from './pdf.ts'

export type PaintOrder = {
  page: number
  /** Device pixels. */
  width: number
  height: number
  /** Returns the distance of the page from the viewport; when a page can be painted, the nearest one is chosen. */
  distance: () => number
  signal: AbortSignal
}

type Waiting = PaintOrder & {
  /** Number of times it was deferred because its bytes did not arrive. */
  deferrals: number
  resolve: (canvas: HTMLCanvasElement) => void
  reject: (reason: unknown) => void
}

/** While offline, a page is deferred after one turn, then after two, four and so on. */
const turnMs = 2_000
const mostTurns = 8

const deferred = new DOMException('The bytes of the page are missing', 'TimeoutError')

/** Frees a canvas's memory at once; browsers otherwise wait for garbage collection. */
export const freeCanvas = (canvas: HTMLCanvasElement): void => {
  canvas.width = 0
  canvas.height = 0
}

/**
 * Paints pages one at a time, so that there is never more than one canvas in addition to the visible ones. While offline, a page whose
 * bytes are missing is deferred so that pages whose bytes are cached can be painted.
 */
export const createPaintQueue = (pdf: Pick<Pdf, 'paint'>, isOffline: () => boolean = () => false) => {
  const waiting: Waiting[] = []
  let busy = false

  /** Aborts a turn when its request is aborted, or with `deferred` when offline while others wait. Returns a function that stops this. */
  const limitTurn = (turn: AbortController, { signal, deferrals }: Waiting): (() => void) => {
    let left = Math.min(mostTurns, 2 ** deferrals)
    const follow = () => turn.abort(signal.reason)
    const look = () => {
      left -= 1
      if (isOffline() && waiting.some((other) => left <= 0 || other.deferrals < deferrals)) turn.abort(deferred)
    }
    signal.addEventListener('abort', follow)
    const timer = setInterval(look, turnMs)
    return () => {
      signal.removeEventListener('abort', follow)
      clearInterval(timer)
    }
  }

  const paint = async (order: Waiting): Promise<void> => {
    const canvas = document.createElement('canvas')
    canvas.width = order.width
    canvas.height = order.height
    const turn = new AbortController()
    const stop = limitTurn(turn, order)
    try {
      await pdf.paint(order.page, canvas, turn.signal)
      order.resolve(canvas)
    } catch (error) {
      freeCanvas(canvas)
      if (turn.signal.reason === deferred) waiting.push({ ...order, deferrals: order.deferrals + 1 })
      else order.reject(error)
    } finally {
      stop()
    }
  }

  const isBefore = (one: Waiting, other: Waiting): boolean =>
    isOffline() && one.deferrals !== other.deferrals ? one.deferrals < other.deferrals : one.distance() < other.distance()

  const next = async (): Promise<void> => {
    if (busy) return
    busy = true
    while (waiting.length > 0) {
      const order = waiting.reduce((first, candidate) => (isBefore(candidate, first) ? candidate : first))
      waiting.splice(waiting.indexOf(order), 1)
      if (order.signal.aborted) order.reject(order.signal.reason)
      else await paint(order)
    }
    busy = false
  }

  return (order: PaintOrder): Promise<HTMLCanvasElement> =>
    new Promise((resolve, reject) => {
      waiting.push({ ...order, deferrals: 0, resolve, reject })
      void next()
    })
}
export type PaintQueue = ReturnType<typeof createPaintQueue>
