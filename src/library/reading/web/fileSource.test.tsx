import { afterEach, expect, test, vi } from 'vitest'
import { getSession, signIn, signOut } from '#web/api/session.ts'
import { openConnection } from './connection.ts'
import { sourceOf } from './fileSource.ts'
import { forgetKept } from './keptBytes.ts'
import { books, isWhole } from './onDevice/books.ts'
import { keepBook } from './onDevice/keeping.ts'
import { bookOf, content, givenBooks, size } from './onDevice/testing/givenBooks.ts'

const book = { _id: 'd1', title: 'Light', fileUrl: '/file', fileSize: 300_000, fileType: 'application/pdf', coverUrl: null }

type Server = { etag: string; judge: () => Response; ranges: string[]; isDown?: boolean }

/** A server without links, so that files are loaded from their own address. */
const serve = (server: Server): void => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { ranges, etag, judge } = server
    if (server.isDown) throw new TypeError('Failed to fetch')
    if (address !== '/file') return new Response('{}', { status: 404 })
    const headers = new Headers(init.headers)
    if (headers.has('if-none-match')) return judge()
    const range = headers.get('range') ?? ''
    ranges.push(range)
    const [begin = 0, last = 0] = range.replace('bytes=', '').split('-').map(Number)
    return new Response(new Uint8Array(last - begin + 1), { status: 206, headers: { etag } })
  })
}

const same = () => new Response(null, { status: 304 })

const open = (isLight = false) => {
  const told: string[] = []
  const source = sourceOf(book, {
    connection: openConnection(),
    isLight,
    onBytes: () => undefined,
    onGone: () => told.push('gone'),
    onChanged: () => told.push('changed'),
  })
  return { source, told, readHead: () => source.read(0, 32_768) }
}

const readOnce = async (server: Server) => {
  serve(server)
  const { source, readHead } = open()
  await readHead()
  source.close()
}
const newServer = (judge = same): Server => ({ etag: '"one"', judge, ranges: [] })

afterEach(() => {
  forgetKept(book._id)
  vi.unstubAllGlobals()
  vi.useRealTimers()
  signOut()
})

test('opens a cached book at once while the server authorizes it', async () => {
  const server = newServer()
  await readOnce(server)
  const judge = vi.fn(same)
  server.judge = judge
  const again = open()
  expect((await again.readHead()).byteLength).toBe(32_768)
  expect(server.ranges).toHaveLength(1)
  await vi.waitFor(() => expect(judge).toHaveBeenCalledOnce())
  expect(again.told).toEqual([])
})

test.each([
  ['was deleted', 404, 'gone'],
  ['is no longer allowed', 403, 'gone'],
  ['cannot be judged now', 503, undefined],
  ['has another content', 200, 'changed'],
] as const)('a document that %s (%i) is closed and leaves the cache, unless access may return', async (_, status, expected) => {
  const server = newServer()
  await readOnce(server)
  server.judge = () => new Response('{}', { status, headers: { etag: '"two"' } })
  const { told, source } = open()
  await vi.waitFor(() => expect(told).toEqual(expected ? [expected] : []))
  source.close()
  await open().readHead()
  expect(server.ranges).toHaveLength(expected ? 2 : 1)
})

test('signs out if the session has ended, even with a cached book', async () => {
  signIn({ token: 'token', user: { _id: 's', name: 'Asha', email: 'asha@example.org', role: 'student' } })
  const server = newServer()
  await readOnce(server)
  server.judge = () => Response.json({ code: 'not_signed_in', message: 'Please sign in.' }, { status: 401 })
  const { told } = open()
  await vi.waitFor(() => expect(told).toEqual(['gone']))
  expect(getSession()).toBeNull()
})

test('reads cached parts while offline, and waits for the others', async () => {
  vi.useFakeTimers()
  const server = newServer()
  await readOnce(server)
  server.isDown = true
  const { source, readHead, told } = open()
  expect((await readHead()).byteLength).toBe(32_768)
  const next = source.read(32_768, 65_536)
  await vi.advanceTimersByTimeAsync(30_000)
  server.isDown = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await next).byteLength).toBe(32_768)
  expect(told).toEqual([])
})

test('does not mix a response of another content with cached parts', async () => {
  const server = newServer()
  await readOnce(server)
  server.etag = '"two"'
  const { source, told } = open()
  await source.read(32_768, 65_536)
  expect(told).toEqual(['changed'])
  await open().readHead()
  expect(server.ranges).toHaveLength(3)
})

test('the lightest mode caches nothing', async () => {
  const server = newServer()
  serve(server)
  await open(true).readHead()
  await open().readHead()
  expect(server.ranges).toHaveLength(2)
})

const openOnDevice = async (given: ReturnType<typeof givenBooks>) => {
  await keepBook(bookOf('a'))
  await vi.waitFor(() => expect(books.get()?.map(isWhole)).toEqual([true]), { timeout: 20_000 })
  forgetKept('a')
  given.server.ranges = []
  const told: string[] = []
  const onGone = () => void told.push('gone')
  const onChanged = () => void told.push('changed')
  const openSource = () =>
    sourceOf(bookOf('a'), { connection: openConnection(), isLight: false, onBytes: () => undefined, onGone, onChanged })
  return { told, openSource }
}

test('reads a book on this device without a connection', async () => {
  const given = givenBooks()
  const { told, openSource } = await openOnDevice(given)
  given.server.isDown = true
  expect(await openSource().read(100_000, 400_000)).toEqual(content.slice(100_000, 400_000))
  expect(told).toEqual([])
})

test('asks the server only whether a book on this device may still be read', async () => {
  const given = givenBooks()
  const { told, openSource } = await openOnDevice(given)
  expect(await openSource().read(0, size)).toEqual(content)
  expect(given.server.ranges).toEqual([])
  expect(told).toEqual([])
})

test('a book on this device is deleted if the server refuses it when it is opened', async () => {
  const given = givenBooks()
  const { told, openSource } = await openOnDevice(given)
  given.server.refused.set('a', 404)
  await openSource().read(0, 100)
  await vi.waitFor(() => expect(told).toEqual(['gone']), { timeout: 20_000 })
  await vi.waitFor(() => expect(given.directory.paths()).toEqual([]), { timeout: 20_000 })
})

test('a book on this device whose content has changed is downloaded again', async () => {
  const given = givenBooks()
  const { told, openSource } = await openOnDevice(given)
  given.server.etag = '"two"'
  await openSource().read(0, 100)
  await vi.waitFor(() => expect(told).toEqual(['changed']), { timeout: 20_000 })
  await vi.waitFor(() => expect(books.get()?.[0]).toMatchObject({ etag: '"two"', have: 3 }), { timeout: 20_000 })
})
