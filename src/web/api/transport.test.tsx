import { afterEach, expect, test, vi } from 'vitest'
import { type Outgoing, sendByFetch, sendByXhr } from './transport.ts'

const outgoing: Outgoing = { method: 'POST', url: '/api/x', headers: {}, body: '{}' }

/** A request whose bytes move when the test says so. */
class SlowRequest {
  static last: SlowRequest
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  status = 429
  responseText = '{}'
  onload?: () => void
  onprogress?: () => void
  onabort?: () => void
  constructor() {
    SlowRequest.last = this
  }
  open() {}
  setRequestHeader() {}
  send() {}
  getResponseHeader(name: string) {
    return name === 'retry-after' ? '7' : null
  }
  abort() {
    this.onabort?.()
  }
}

afterEach(() => vi.useRealTimers())

const givenUpload = (options: Parameters<typeof sendByXhr>[1]) => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', SlowRequest)
  const outcome = sendByXhr(outgoing, options).then(
    (incoming) => incoming,
    (error: unknown) => error,
  )
  return { outcome, request: SlowRequest.last }
}

test('an upload with a limit of silence goes on while bytes move, and gives up when none do', async () => {
  const told = vi.fn()
  const { outcome, request } = givenUpload({ silenceMs: 1_000, onProgress: told })
  for (let step = 1; step <= 5; step++) {
    vi.advanceTimersByTime(900)
    request.upload.onprogress?.({ loaded: step, total: 5 })
  }
  vi.advanceTimersByTime(900)
  request.onprogress?.()
  vi.advanceTimersByTime(999)
  expect(told).toHaveBeenCalledTimes(5)
  vi.advanceTimersByTime(1)
  expect(await outcome).toMatchObject({ name: 'TimeoutError' })
})

test('an upload without one never gives up, and stops when its caller does', async () => {
  const stopping = new AbortController()
  const { outcome } = givenUpload({ signal: stopping.signal })
  vi.advanceTimersByTime(3_600_000)
  stopping.abort(new Error('stopped'))
  expect(await outcome).toMatchObject({ message: 'stopped' })
})

test('a caller who stops an upload with a limit of silence gets the abort, not a timeout', async () => {
  const stopping = new AbortController()
  const { outcome } = givenUpload({ signal: stopping.signal, silenceMs: 1_000 })
  stopping.abort(new Error('stopped'))
  expect(await outcome).toMatchObject({ message: 'stopped' })
})

test('reports how long the server asks to wait, by fetch and by XHR', async () => {
  const { outcome, request } = givenUpload({ silenceMs: 1_000 })
  request.onload?.()
  expect(await outcome).toMatchObject({ status: 429, retryAfterMs: 7_000 })
  vi.useRealTimers()
  const answer = (wait?: string) => async () =>
    new Response('{}', { status: 503, headers: wait === undefined ? {} : { 'retry-after': wait } })
  vi.stubGlobal('fetch', answer('3'))
  expect(await sendByFetch(outgoing, 1_000, {})).toMatchObject({ status: 503, retryAfterMs: 3_000 })
  for (const wait of [undefined, 'Sun, 22 Nov 2026 08:00:00 GMT', '-1']) {
    vi.stubGlobal('fetch', answer(wait))
    expect((await sendByFetch(outgoing, 1_000, {})).retryAfterMs).toBeUndefined()
  }
})
