import { afterEach, expect, test, vi } from 'vitest'
import { openByteSource } from './byteSource.ts'

const file = Uint8Array.from({ length: 1000 }, (_, index) => index % 256)
const link = { url: '/link' }
const plain = { url: '/plain', headers: { authorization: 'token' } }

type Answer = (range: readonly [number, number], headers: Headers) => Response

const part: Answer = ([begin, end]) => new Response(file.slice(begin, end + 1), { status: 206 })
const refused =
  (status: number): Answer =>
  () =>
    new Response('no', { status })

/** A server whose addresses answer in the given ways; answers which address was asked for which range. */
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

const open = (addresses = [link, plain]) => openByteSource({ addresses: async () => addresses, size: file.length })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a part of the file is asked for as a range, cut at the end of the file', async () => {
  const asked = serve({ '/link': part })
  expect(await open().read(990, 1056)).toEqual(file.slice(990))
  expect(asked).toEqual(['/link 990-999'])
})

test('when the link has died, reading goes on at the plain address with the token', async () => {
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

test('a document that nobody serves is a failure', async () => {
  serve({ '/link': refused(404), '/plain': refused(404) })
  await expect(open().read(0, 10)).rejects.toThrow('404')
})

test('a server that ignores ranges is asked once', async () => {
  const asked = serve({ '/link': () => new Response(file, { status: 200 }) })
  const source = open([link])
  expect(await source.read(0, 10)).toEqual(file.slice(0, 10))
  expect(await source.read(500, 510)).toEqual(file.slice(500, 510))
  expect(asked).toHaveLength(1)
})

test('a part that is shorter than it should be is never passed on', async () => {
  serve({ '/link': () => new Response(file.slice(0, 3), { status: 206 }), '/plain': refused(404) })
  await expect(open().read(0, 10)).rejects.toThrow()
})

test('a connection that breaks while reading is tried again', async () => {
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

test('closing ends what is on its way', async () => {
  serve({ '/link': part })
  const source = open()
  source.close()
  await expect(source.read(0, 10)).rejects.toThrow()
})
