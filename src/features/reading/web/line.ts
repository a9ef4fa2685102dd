/** The reader says that it waits after this long without a byte. */
const slowMs = 5_000
/** Requests are dropped and sent again after this long without a byte: a phone that changes networks may never hear that its connection is gone. */
const deadMs = 20_000
const tickMs = 1_000
/** Milliseconds between tries; the last one repeats. */
const pauses = [500, 1_500, 4_000]

/** Thrown for an answer that is not the file: not found, not allowed, an expired link. Another try would be answered alike. */
export class NotServed extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The file was answered with status ${status}`)
    this.status = status
  }
}

/** Whether an answer says something about the file, and not only about the server's state or a network in between. */
export const isVerdict = (status: number): boolean => status < 500 && status !== 408 && status !== 429

/** Resolves after `ms`, as soon as the browser has a network again, or when the signal aborts. */
const pauseFor = (ms: number, signal: AbortSignal): Promise<void> =>
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

/** Calls `drop` each time that nothing came for long, and `tell` when that begins and ends. */
const watchSilence = (tell: (isWaiting: boolean) => void, drop: () => void) => {
  let silentMs = 0
  let isWaiting = false
  let timer: ReturnType<typeof setInterval> | undefined
  const become = (next: boolean) => {
    if (next === isWaiting) return
    isWaiting = next
    tell(next)
  }
  const tick = () => {
    silentMs += tickMs
    if (silentMs >= slowMs) become(true)
    if (silentMs % deadMs === 0) drop()
  }
  const alive = () => {
    silentMs = 0
    become(false)
  }
  return {
    alive,
    begin: () => {
      timer ??= setInterval(tick, tickMs)
    },
    end: () => {
      clearInterval(timer)
      timer = undefined
      alive()
    },
    /** A failure is known at once; one that is over within a second is not worth a word. */
    failed: () => {
      silentMs = Math.max(silentMs, slowMs - tickMs)
    },
  }
}

/** The network as an open document sees it. `onWaiting` is told when a request gets no answer, and when bytes come again. */
export const openLine = (onWaiting: (isWaiting: boolean) => void = () => {}) => {
  const closing = new AbortController()
  const attempts = new Set<AbortController>()
  const drop = () => {
    for (const attempt of attempts) attempt.abort(new DOMException('No byte in time', 'TimeoutError'))
  }
  const silence = watchSilence((isWaiting) => closing.signal.aborted || onWaiting(isWaiting), drop)
  let underWay = 0

  const tryOnce = async <T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    closing.signal.throwIfAborted()
    const attempt = new AbortController()
    attempts.add(attempt)
    try {
      return await ask(attempt.signal)
    } finally {
      attempts.delete(attempt)
    }
  }

  const tryOn = async <T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    for (let failures = 0; ; failures += 1) {
      try {
        return await tryOnce(ask)
      } catch (error) {
        if (closing.signal.aborted || error instanceof NotServed) throw error
        silence.failed()
        await pauseFor(pauses[failures] ?? Math.max(...pauses), closing.signal)
      }
    }
  }

  return {
    /** Something came. */
    alive: silence.alive,
    /** Asks until there is an answer: what fails or falls silent is asked again, what is refused rejects with `NotServed`. */
    persist: async <T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> => {
      underWay += 1
      silence.begin()
      try {
        return await tryOn(ask)
      } finally {
        underWay -= 1
        if (underWay === 0) silence.end()
      }
    },
    close: () => {
      closing.abort()
      drop()
    },
  }
}
export type Line = ReturnType<typeof openLine>
