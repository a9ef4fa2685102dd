/** Time without a byte after which the reader shows that it is waiting for the network. */
const slowMs = 5_000
/** Time without a byte after which all requests are aborted and sent again: after a change of networks, a connection may hang forever. */
const deadMs = 20_000
const tickMs = 1_000
/** Delays before each retry; the last one repeats. */
const retryMs = [500, 1_500, 4_000]

/** Thrown for a final status, such as not found, not allowed or an expired link. A retry would get the same response. */
export class NotServed extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The file was answered with status ${status}`)
    this.status = status
  }
}

/** Returns whether a status concerns the file itself, and not the load of the server or a proxy. */
export const isFinal = (status: number): boolean => status < 500 && status !== 408 && status !== 429

/** Resolves after `ms`, when the browser is online again, or when the signal aborts. */
const delay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })

/** Measures the time without a byte. Calls `onWaiting` when it becomes long and when it ends, and `onDead` every `deadMs`. */
const watchSilence = (onWaiting: (isWaiting: boolean) => void, onDead: () => void) => {
  let silentMs = 0
  let isWaiting = false
  let timer: ReturnType<typeof setInterval> | undefined
  const setWaiting = (next: boolean) => {
    if (next === isWaiting) return
    isWaiting = next
    onWaiting(next)
  }
  const tick = () => {
    silentMs += tickMs
    if (silentMs >= slowMs) setWaiting(true)
    if (silentMs % deadMs === 0) onDead()
  }
  const alive = () => {
    silentMs = 0
    setWaiting(false)
  }
  return {
    alive,
    start: () => {
      timer ??= setInterval(tick, tickMs)
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
      alive()
    },
    /** Shortens the wait after a failed request, but leaves a second for a successful retry. */
    failed: () => {
      silentMs = Math.max(silentMs, slowMs - tickMs)
    },
  }
}

/** Connections of open documents with a pending request. */
const serving = new Set<AbortController>()

/** Returns whether an open document waits for the network. */
export const isServing = (): boolean => serving.size > 0

/** Sends the requests of one open document. `onWaiting` is called when no bytes arrive for a pending request, and when they do again. One `isInBackground` is of no document that is open. */
export const openConnection = (onWaiting: (isWaiting: boolean) => void = () => {}, isInBackground = false) => {
  const closing = new AbortController()
  const attempts = new Set<AbortController>()
  const abortAttempts = () => {
    for (const attempt of attempts) attempt.abort(new DOMException('No byte in time', 'TimeoutError'))
  }
  const silence = watchSilence((isWaiting) => closing.signal.aborted || onWaiting(isWaiting), abortAttempts)
  let pending = 0

  const tryOnce = async <T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    closing.signal.throwIfAborted()
    const attempt = new AbortController()
    attempts.add(attempt)
    try {
      return await send(attempt.signal)
    } finally {
      attempts.delete(attempt)
    }
  }

  const retry = async <T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    for (let failures = 0; ; failures += 1) {
      try {
        return await tryOnce(send)
      } catch (error) {
        if (closing.signal.aborted || error instanceof NotServed) throw error
        silence.failed()
        await delay(retryMs[failures] ?? Math.max(...retryMs), closing.signal)
      }
    }
  }

  return {
    /** Called when bytes arrive. */
    alive: silence.alive,
    /** Retries until there is a response. Rejects if `send` throws `NotServed` or the connection is closed. */
    request: async <T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> => {
      pending += 1
      if (!isInBackground) serving.add(closing)
      silence.start()
      try {
        return await retry(send)
      } finally {
        pending -= 1
        if (pending === 0) {
          silence.stop()
          serving.delete(closing)
        }
      }
    },
    close: () => {
      closing.abort()
      serving.delete(closing)
      abortAttempts()
    },
  }
}
export type Connection = ReturnType<typeof openConnection>
