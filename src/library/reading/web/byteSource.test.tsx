import { afterEach, describe, expect, test, vi } from 'vitest'
import { openByteSource } from './byteSource.ts'
import { openConnection } from './connection.ts'

const file = Uint8Array.from({ length: 1000 }, (_, index) => index % 256)
const link = { url: '/link' }
const plain = { url: '/plain', headers: { authorization: 'token' } }

type Answer = (range: readonly [number, number], headers: Headers) => Response

const part: Answer = ([begin, end]) => new Response(file.slice(begin, end + 1), { status: 206 })
const refused =
  (status: number): Answer =>
  () =>
    new Response('no', { status })

/** A server whose addresses respond in the given ways; returns the requested addresses and ranges. */
const serve = (answers: Record<string, Answer>): string[] => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    init.signal?.throwIfAborted()
    const headers = new Headers(init.headers)
    const [begin, end] =
      /bytes=(\d+)-(\d+)/
        .exec(headers.get('range') ?? '')
        ?.slice(1)
        .map(Number) ?? []
    asked.push(`${url} ${begin}-${end}`)
    const answer = answers[url]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer([begin ?? 0, end ?? 0], headers)
  })
  return asked
}

const open = (addresses = [link, plain], onWaiting?: (isWaiting: boolean) => void) =>
  openByteSource({ connection: openConnection(onWaiting), addresses: async () => addresses, size: file.length })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('requests a part of the file as a range, cut at the end of the file', async () => {
  const asked = serve({ '/link': part })
  expect(await open().read(990, 1056)).toEqual(file.slice(990))
  expect(asked).toEqual(['/link 990-999'])
})

test('continues at the plain address with the token when the link has expired', async () => {
  let token: string | null = null
  const asked = serve({
    '/link': refused(403),
    '/plain': (range, headers) => {
      token = headers.get('authorization')
      return part(range, headers)
    },
  })
  const source = open()
  expect(await source.read(0, 10)).toEqual(file.slice(0, 10))
  await source.read(10, 20)
  expect(asked).toEqual(['/link 0-9', '/plain 0-9', '/plain 10-19'])
  expect(token).toBe('token')
})

test('fails for a document that no address serves', async () => {
  serve({ '/link': refused(404), '/plain': refused(404) })
  await expect(open().read(0, 10)).rejects.toThrow('404')
})

test('requests a file only once from a server that ignores ranges', async () => {
  const asked = serve({ '/link': () => new Response(file, { status: 200 }) })
  const source = open([link])
  expect(await source.read(0, 10)).toEqual(file.slice(0, 10))
  expect(await source.read(500, 510)).toEqual(file.slice(500, 510))
  expect(asked).toHaveLength(1)
})

test('never passes on a part that is too short', async () => {
  vi.useFakeTimers()
  const asked = serve({ '/link': () => new Response(file.slice(0, 3), { status: 206 }) })
  const reading = expect(open([link]).read(0, 10)).rejects.toThrow('416')
  await vi.advanceTimersByTimeAsync(60_000)
  await reading
  expect(asked).toHaveLength(4)
})

test('ignores the page of a captive portal and reads the file afterwards', async () => {
  vi.useFakeTimers()
  let isPortal = true
  serve({ '/link': (range, headers) => (isPortal ? new Response('<html>', { status: 200 }) : part(range, headers)) })
  const source = open([link])
  const reading = source.read(0, 10)
  await vi.advanceTimersByTimeAsync(1_000)
  isPortal = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await reading).toEqual(file.slice(0, 10))
  expect(await source.read(10, 20)).toEqual(file.slice(10, 20))
})

test('retries a connection that breaks while reading', async () => {
  vi.useFakeTimers()
  let breaks = 0
  serve({
    '/link': (range, headers) => {
      if (range[0] === 100 && breaks < 2) {
        breaks += 1
        throw new TypeError('Failed to fetch')
      }
      return part(range, headers)
    },
  })
  const source = open([link])
  await source.read(0, 10)
  const reading = source.read(100, 110)
  await vi.runAllTimersAsync()
  expect(await reading).toEqual(file.slice(100, 110))
})

describe('without a network', () => {
  const cut = (away: Answer | undefined) => {
    vi.useFakeTimers()
    const told: boolean[] = []
    const answers: Record<string, Answer> = { '/link': part }
    const asked = serve(answers)
    const source = open([link], (isWaiting) => told.push(isWaiting))
    const go = () => {
      if (away) answers['/link'] = away
      else delete answers['/link']
    }
    const comeBack = (answer = part) => {
      answers['/link'] = answer
    }
    return { source, told, asked, go, comeBack }
  }

  test.each<[string, Answer | undefined]>([
    ['requests fail', undefined],
    ['the server restarts', refused(503)],
    ['the server limits requests', refused(429)],
  ])('retries while %s, and reports that it waits', async (_, away) => {
    const { source, told, go, comeBack } = cut(away)
    await source.read(0, 10)
    go()
    const reading = source.read(100, 110)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(told).toEqual([true])
    comeBack()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await reading).toEqual(file.slice(100, 110))
    expect(told).toEqual([true, false])
  })

  test('retries before the first byte has come', async () => {
    const { source, go, comeBack } = cut(undefined)
    go()
    const reading = source.read(0, 10)
    await vi.advanceTimersByTimeAsync(15_000)
    comeBack()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await reading).toEqual(file.slice(0, 10))
  })

  test('retries at once when the browser is online again', async () => {
    const { source, go, comeBack } = cut(undefined)
    go()
    const reading = source.read(0, 10)
    await vi.advanceTimersByTimeAsync(60_100)
    comeBack()
    window.dispatchEvent(new Event('online'))
    expect(await reading).toEqual(file.slice(0, 10))
  })

  test('does not report a single failure whose retry succeeds', async () => {
    const { source, told, go, comeBack } = cut(undefined)
    go()
    const reading = source.read(0, 10)
    await vi.advanceTimersByTimeAsync(400)
    comeBack()
    await vi.advanceTimersByTimeAsync(10_000)
    await reading
    expect(told).toEqual([])
  })

  test('stops retrying when the server refuses the file', async () => {
    const { source, go, comeBack } = cut(undefined)
    await source.read(0, 10)
    go()
    const reading = expect(source.read(100, 110)).rejects.toThrow('404')
    await vi.advanceTimersByTimeAsync(60_000)
    comeBack(refused(404))
    await vi.advanceTimersByTimeAsync(5_000)
    await reading
  })

  test('stops retrying when the source is closed', async () => {
    const { source, asked, told, go } = cut(undefined)
    await source.read(0, 10)
    go()
    const reading = expect(source.read(100, 110)).rejects.toThrow()
    await vi.advanceTimersByTimeAsync(60_000)
    source.close()
    await reading
    const before = asked.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveLength(before)
    expect(told).toEqual([true])
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('reports a hanging request after 5 seconds and sends it again after 20', async () => {
  vi.useFakeTimers()
  const told: boolean[] = []
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    asked.push(url)
    if (asked.length > 1) return Promise.resolve(part([100, 109], new Headers()))
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const reading = open([link], (isWaiting) => told.push(isWaiting)).read(100, 110)
  await vi.advanceTimersByTimeAsync(4_900)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(14_000)
  expect(told).toEqual([true])
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await reading).toEqual(file.slice(100, 110))
  expect(told).toEqual([true, false])
})

test('closing aborts pending requests', async () => {
  serve({ '/link': part })
  const source = open()
  source.close()
  await expect(source.read(0, 10)).rejects.toThrow()
})
