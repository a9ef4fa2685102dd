import { beforeEach, expect, test, vi } from 'vitest'
import { MB } from '#contract/limits.ts'
import { saveBookSettings } from '../booksHere.ts'
import { forgetKept, keeping, keptFile } from '../keptBytes.ts'
import { addBook, books, isWhole, loadBooks, pieceBytes } from './books.ts'
import { keepBook, keepRead } from './keeping.ts'
import { openBook } from './reading.ts'
import { bookOf, content, givenBooks, size } from './testing/givenBooks.ts'

const [a, b, c] = ['a', 'b', 'c'].map((id) => bookOf(id)) as [
  ReturnType<typeof bookOf>,
  ReturnType<typeof bookOf>,
  ReturnType<typeof bookOf>,
]

/** A busy machine takes its time. */
const wait = { timeout: 20_000 }

const find = (id: string) => books.get()?.find(({ document }) => document._id === id)
const whole = (...ids: string[]) =>
  vi.waitFor(() => expect(ids.map((id) => find(id)).map((book) => book && isWhole(book))).toEqual(ids.map(() => true)), wait)
const titlesHere = async () => (await loadBooks()).map(({ document }) => document._id).sort()

beforeEach(() => saveBookSettings({ recent: true, megabytes: 200 }))

test('keeps a document in encrypted pieces of 256 KB, from which any range is read without a connection', async () => {
  const { directory, server, folder } = givenBooks()
  expect(await keepBook(a)).toEqual({ is: 'kept' })
  await whole('a')
  expect(directory.paths()).toEqual([0, 1, 2].map((index) => `${folder}/a/${index}`))
  for (const path of directory.paths()) expect(Buffer.from(directory.bytesOf(path)).includes(Buffer.from(content.slice(0, 64)))).toBe(false)
  server.isDown = true
  const book = await openBook('a')
  for (const [begin, end] of [
    [0, 100],
    [pieceBytes - 5, pieceBytes + 5],
    [0, size],
    [size - 10, size + 50],
  ] as const)
    expect(await book?.read(begin, end)).toEqual(content.slice(begin, end))
})

test('continues a download where it was interrupted', async () => {
  const { server } = givenBooks()
  server.onRange = (range) => {
    if (range.startsWith(`bytes=${pieceBytes}-`)) server.isDown = true
  }
  await keepBook(a)
  await vi.waitFor(() => expect(find('a')?.have).toBe(1), wait)
  server.onRange = () => undefined
  server.isDown = false
  await whole('a')
  expect(server.ranges.filter((range) => range.startsWith('bytes=0-'))).toHaveLength(1)
})

test('uses what the reader has loaded already', async () => {
  const { server } = givenBooks()
  const network = { read: async (begin: number, end: number) => content.slice(begin, end), close: () => undefined }
  await keeping(keptFile('a', size), network).read(0, pieceBytes)
  await keepBook(a)
  await whole('a')
  forgetKept('a')
  expect(server.ranges).toEqual([`bytes=${pieceBytes}-${2 * pieceBytes - 1}`, `bytes=${2 * pieceBytes}-${size - 1}`])
  expect(await (await openBook('a'))?.read(0, size)).toEqual(content)
})

test('says if the browser has no more space, keeps what is there, and continues when there is space', async () => {
  const { directory, folder } = givenBooks()
  directory.quota = pieceBytes + 10_000
  await keepBook(a)
  await vi.waitFor(() => expect(find('a')).toMatchObject({ have: 1, isStopped: true }), wait)
  expect(directory.paths()).toEqual([`${folder}/a/0`])
  directory.quota = undefined
  await keepBook(a)
  await whole('a')
  expect(find('a')?.isStopped).toBe(false)
})

test('removes a book that nobody asked for if the browser has no space for all of it', async () => {
  const { directory, server } = givenBooks()
  directory.quota = pieceBytes + 10_000
  await keepRead(a)
  await vi.waitFor(async () => expect(await titlesHere()).toEqual([]), wait)
  expect(directory.paths()).toEqual([])
  server.ranges = []
  await keepRead(a)
  expect(await titlesHere()).toEqual([])
  expect(server.ranges, 'it is not downloaded at each page').toEqual([])
  directory.quota = undefined
  await keepBook(a)
  await whole('a')
})

test('starts nothing that does not fit, and names the free space', async () => {
  const { directory, server } = givenBooks()
  directory.free = size
  expect(await keepBook(a)).toEqual({ is: 'noSpace', free: size })
  expect(await titlesHere()).toEqual([])
  expect(server.ranges).toEqual([])
})

test('makes room within the limit of the device by removing books that nobody asked for, and no others', async () => {
  givenBooks()
  saveBookSettings({ recent: true, megabytes: 50 })
  const [large, larger] = [bookOf('large', 20 * MB), bookOf('larger', 40 * MB)]
  await keepRead(a)
  await whole('a')
  await keepBook(b)
  await whole('b')
  await addBook({ document: large, why: 'recent', etag: null, have: 0, readAt: 1, isStopped: true, place: null })
  expect(await keepBook(larger)).toEqual({ is: 'kept' })
  expect(await titlesHere()).toEqual(['a', 'b', 'larger'])
  expect(await keepBook(bookOf('other', 20 * MB))).toEqual({ is: 'overLimit', most: 50 * MB })
  expect(await titlesHere()).toEqual(['a', 'b', 'larger'])
})

test('keeps the last three books that were read, and those that were asked for', async () => {
  const { directory } = givenBooks()
  vi.useFakeTimers({ toFake: ['Date'] })
  await keepBook(a)
  for (const id of ['b', 'c', 'd', 'e']) {
    vi.setSystemTime(Date.now() + 1_000)
    await keepRead(bookOf(id))
  }
  expect(await titlesHere()).toEqual(['a', 'c', 'd', 'e'])
  await whole('a', 'c', 'd', 'e')
  expect(directory.paths()).toHaveLength(12)
  await keepBook(c)
  await keepRead(b)
  expect(await titlesHere()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('keeps no book by itself if the person has switched that off, or saves data', async () => {
  givenBooks()
  saveBookSettings({ recent: false, megabytes: 200 })
  await keepRead(a)
  saveBookSettings({ recent: true, megabytes: 200 })
  Object.defineProperty(window.navigator, 'connection', { configurable: true, value: { saveData: true } })
  await keepRead(a)
  Reflect.deleteProperty(window.navigator, 'connection')
  expect(await titlesHere()).toEqual([])
})
