import { beforeEach, describe, expect, test, vi } from 'vitest'
import { booksKey } from '#web/api/replyDatabase.ts'
import { endSession, getSession, leave, signOut } from '#web/api/session.ts'
import { setOwnDevice } from '#web/offline/ownDevice.ts'
import { openReplies } from '#web/offline/storedReplies.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { booksHere, canKeepBooks, keepsBooks } from '../booksHere.ts'
import { type Book, books, changeBook, isWhole, loadBooks, removeAllBooks, removeBook } from './books.ts'
import { keepBook } from './keeping.ts'
import { openBook, placeOf, placeReached } from './reading.ts'
import { reviewBooks } from './review.ts'
import { bookOf, content, givenBooks, pieces, size } from './testing/givenBooks.ts'

const dayMs = 86_400_000
/** A busy machine takes its time. */
const wait = { timeout: 20_000 }
const find = (id: string) => books.get()?.find(({ document }) => document._id === id)
const isHere = (id: string) => {
  const book = find(id)
  return book !== undefined && isWhole(book)
}
const keepWhole = async (...ids: string[]) => {
  for (const id of ids) await keepBook(bookOf(id))
  await vi.waitFor(() => expect(ids.every(isHere)).toBe(true), wait)
}

/** What is in the browser's databases. */
const databases = async () => (await indexedDB.databases()).map(({ name }) => name)
const idsHere = async () => (await loadBooks()).map(({ document }) => document._id).sort()

beforeEach(() => vi.useRealTimers())

describe('the key, the records and the pieces of all books are deleted', () => {
  test.each([
    ['signing out', () => leave()],
    ['a session that the server has ended', () => endSession(getSession()?.token)],
    ['an account that has expired', () => endSession(getSession()?.token, 'Your membership has ended')],
    ['a sign-out for any other reason', () => signOut()],
  ])('by %s', async (_, end) => {
    const { directory, folder } = givenBooks()
    await keepWhole('a', 'b')
    expect(await databases()).toContain(folder)
    expect(directory.paths()).toHaveLength(6)
    end()
    await vi.waitFor(async () => expect(await databases()).toEqual([]), wait)
    await vi.waitFor(() => expect(directory.paths()).toEqual([]), wait)
    expect(window.localStorage.getItem(booksKey)).toBeNull()
  })

  test('by signing out in the middle of a download, which leaves nothing behind', async () => {
    const { directory, server } = givenBooks()
    server.onRange = (range) => {
      if (!range.startsWith('bytes=0-')) leave()
    }
    await keepBook(bookOf('a'))
    await vi.waitFor(() => expect(getSession()).toBeNull(), wait)
    await vi.waitFor(async () => expect(await databases()).toEqual([]), wait)
    await vi.waitFor(() => expect(directory.paths()).toEqual([]), wait)
  })

  test.each([
    ['14 days without contact', { last: 14 * dayMs, over: 14 * dayMs + 1, lastDay: null }],
    ['the last day of the membership', { last: dayMs, over: 2 * dayMs, lastDay: '2026-11-21' }],
  ])('by the clock of the device, after %s', async (_, { last, over, lastDay }) => {
    vi.useFakeTimers({ now: new Date('2026-11-20T06:00:00Z'), toFake: ['Date'] })
    const { directory, server, id } = givenBooks()
    server.lastDay = lastDay
    await keepWhole('a')
    await reviewBooks()
    server.isDown = true
    const contactAt = Date.now()
    vi.setSystemTime(contactAt + last)
    expect(await openBook('a')).toBeDefined()
    vi.setSystemTime(contactAt + over)
    expect(await openBook('a')).toBeUndefined()
    expect(directory.paths()).toEqual([])
    expect(await (await openReplies(id)).getAllKeys('keys')).toEqual([])
    expect(await idsHere()).toEqual([])
  })

  test('when the app is opened without a connection after that', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T06:00:00Z'), toFake: ['Date'] })
    const { directory, server } = givenBooks()
    await keepWhole('a')
    server.isDown = true
    vi.setSystemTime(Date.now() + 15 * dayMs)
    await reviewBooks()
    expect(directory.paths()).toEqual([])
  })

  test('once the person says that others use the device too', async () => {
    const { directory, id } = givenBooks()
    await keepWhole('a')
    setOwnDevice(id, false)
    await reviewBooks()
    expect(directory.paths()).toEqual([])
    expect(booksHere()).toBeUndefined()
  })

  test('when another person uses the device, if a crash has left pieces', async () => {
    const first = givenBooks()
    await keepWhole('a')
    const { directory } = first
    signOut()
    await vi.waitFor(() => expect(directory.paths()).toEqual([]), wait)
    directory.add('replies-other/a/0')
    first.enter()
    await reviewBooks()
    expect(directory.paths()).toEqual([])
  })
})

test('a book and its pieces are deleted one by one, or all at once', async () => {
  const { directory, folder } = givenBooks()
  await keepWhole('a', 'b', 'c')
  await removeBook('b')
  expect(directory.paths()).toEqual([...pieces(`${folder}/a`), ...pieces(`${folder}/c`)])
  await removeAllBooks()
  expect(directory.paths()).toEqual([])
  expect(await idsHere()).toEqual([])
  await keepWhole('a')
  expect(await (await openBook('a'))?.read(0, 10)).toEqual(content.slice(0, 10))
})

test('no books are kept for staff, on a device that is not the person’s own, or over plain http', async () => {
  const { id } = givenBooks()
  expect(keepsBooks()).toBe(true)
  setOwnDevice(id, false)
  expect([canKeepBooks(), keepsBooks()]).toEqual([true, false])
  setOwnDevice(id, true)
  vi.stubGlobal('isSecureContext', false)
  expect([canKeepBooks(), keepsBooks()]).toEqual([false, false])
  signOut()
  givenBooks('admin')
  expect([canKeepBooks(), keepsBooks()]).toEqual([false, false])
})

test('at the next contact, a document that was deleted or that the person may not see is deleted, and a new title is shown', async () => {
  const { directory, server, folder } = givenBooks()
  await keepWhole('a', 'b', 'c')
  server.isDown = true
  server.refused = new Map([
    ['a', 404],
    ['b', 403],
  ])
  server.titles.set('c', 'A new title')
  await expect(reviewBooks()).rejects.toThrow()
  expect(await idsHere()).toEqual(['a', 'b', 'c'])
  server.isDown = false
  await reviewBooks()
  expect(await idsHere()).toEqual(['c'])
  expect(find('c')?.document.title).toBe('A new title')
  expect(directory.paths()).toEqual(pieces(`${folder}/c`))
})

test('a failure of the server deletes nothing', async () => {
  const { server } = givenBooks()
  await keepWhole('a')
  server.refused.set('a', 503)
  await expect(reviewBooks()).rejects.toThrow()
  expect(await idsHere()).toEqual(['a'])
})

describe('a place that was reached without a connection', () => {
  const readTo = async (page: number) => placeReached(bookOf('a'), page, Promise.reject(new TypeError('Failed to fetch')))

  test('is sent at the next contact', async () => {
    const { server } = givenBooks()
    await keepWhole('a')
    await readTo(7)
    await readTo(8)
    expect(await placeOf('a')).toEqual({ page: 8, saved: null })
    await reviewBooks()
    expect(server.places.get('a')).toBe(8)
    expect(await placeOf('a')).toEqual({ page: 8, saved: 8 })
  })

  test.each([
    ['gives way to a later page that was read elsewhere', 12, 12],
    ['replaces an earlier page that was read elsewhere', 5, 8],
  ])('%s', async (_, elsewhere, kept) => {
    const { server } = givenBooks()
    await keepWhole('a')
    await changeBook('a', { place: { page: 3, saved: 3 } })
    server.places.set('a', elsewhere)
    await readTo(8)
    await reviewBooks()
    expect(server.places.get('a')).toBe(kept)
    expect(await placeOf('a')).toEqual({ page: kept, saved: kept })
  })

  test('may go back, if nothing was read elsewhere', async () => {
    const { server } = givenBooks()
    await keepWhole('a')
    server.places.set('a', 9)
    await changeBook('a', { place: { page: 9, saved: 9 } })
    await readTo(2)
    await reviewBooks()
    expect(server.places.get('a')).toBe(2)
  })
})

test('says if the browser has deleted the books', async () => {
  const { directory } = givenBooks()
  await keepWhole('a', 'b')
  directory.evict()
  const page = renderPage(null)
  await reviewBooks()
  expect(await page.findByText('Your browser needed space and deleted the 2 books you kept here.')).toBeTruthy()
  expect(await idsHere()).toEqual([])
  await reviewBooks()
})

describe('with a second tab', () => {
  /** What a tab remembers from before the other one changed something. */
  const remember = (all: readonly Book[]) => books.set(all)

  test('a tab from before the first book keeps the books of the other', async () => {
    givenBooks()
    await keepWhole('a', 'b')
    remember([])
    await reviewBooks()
    expect(await idsHere()).toEqual(['a', 'b'])
  })

  test('a book that was deleted in the other tab does not come back, and the rest stay', async () => {
    const { directory } = givenBooks()
    await keepWhole('a', 'b')
    const before = await loadBooks()
    await removeBook('a')
    remember(before)
    await changeBook('a', { readAt: Date.now() })
    await reviewBooks()
    expect(await idsHere()).toEqual(['b'])
    expect(directory.paths()).toHaveLength(3)
  })
})

test.each([
  ['was deleted', () => undefined],
  ['was changed', (bytes: Uint8Array<ArrayBuffer>) => bytes.map((byte) => byte ^ 1)],
])('a piece that %s is downloaded again, and the reader uses the network', async (_, change) => {
  const { directory, folder, server } = givenBooks()
  await keepWhole('a')
  directory.change(`${folder}/a/1`, change(directory.bytesOf(`${folder}/a/1`)))
  const book = await openBook('a')
  server.ranges = []
  expect(await book?.read(0, 100)).toEqual(content.slice(0, 100))
  expect(await book?.read(0, size)).toBeUndefined()
  await vi.waitFor(() => expect(server.ranges).toHaveLength(2), wait)
  await vi.waitFor(() => expect(isHere('a')).toBe(true), wait)
  expect(await (await openBook('a'))?.read(0, size)).toEqual(content)
})
