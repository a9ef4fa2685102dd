import { beforeEach, expect, test, vi } from 'vitest'
import { setOwnDevice } from '#web/offline/ownDevice.ts'
import { renderPage } from '#web/testing/renderPage.tsx'
import { bookSettings, keepsBooks, saveBookSettings } from '../booksHere.ts'
import { BooksPage } from './BooksPage.tsx'
import { addBook, books, isWhole, loadBooks } from './books.ts'
import { KeepButton } from './KeepButton.tsx'
import { keepBook, keepRead } from './keeping.ts'
import { OfflineBooks } from './OfflineBooks.tsx'
import { bookOf, givenBooks, pieces } from './testing/givenBooks.ts'

const wait = { timeout: 20_000 }
const a = bookOf('a')
const open = vi.fn()

beforeEach(() => {
  open.mockClear()
  saveBookSettings({ recent: true, megabytes: 200 })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(pointer: coarse)',
    addEventListener() {},
    removeEventListener() {},
  }))
})

const show = (given: ReturnType<typeof givenBooks>, what = <BooksPage open={open} />) => {
  const page = renderPage(what)
  given.serve()
  return page
}

const keepWhole = async (...ids: string[]) => {
  for (const id of ids) await keepBook(bookOf(id))
  await vi.waitFor(() => expect(books.get()?.map(isWhole)).toEqual(ids.map(() => true)), wait)
}

test('asks whose device it is before the first book is kept, and keeps nothing if others use it', async () => {
  const given = givenBooks()
  setOwnDevice(given.id, false)
  const page = show(given, <KeepButton document={a} />)
  await page.user.click(await page.findByRole('button', { name: 'Keep "Book a" on this phone' }))
  expect(await page.findByText('Is this your own phone?')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'No, others use it too' }))
  expect(await loadBooks()).toEqual([])
  expect(keepsBooks()).toBe(false)
  await page.user.click(page.getByRole('button', { name: 'Keep "Book a" on this phone' }))
  await page.user.click(await page.findByRole('button', { name: 'Yes, only I use it' }))
  expect(await page.findByText('"Book a" is being kept on this phone.')).toBeTruthy()
  expect(keepsBooks()).toBe(true)
  await page.user.click(await page.findByRole('button', { name: 'Delete "Book a" from this phone' }))
  await page.user.click(await page.findByRole('button', { name: 'Delete' }))
  await vi.waitFor(() => expect(given.directory.paths()).toEqual([]), wait)
})

test('keeps a book for good that was only read last, without downloading it again', async () => {
  const given = givenBooks()
  await keepRead(a)
  await vi.waitFor(() => expect(books.get()?.map(isWhole)).toEqual([true]), wait)
  given.server.ranges = []
  const page = show(given, <KeepButton document={a} />)
  await page.user.click(await page.findByRole('button', { name: 'Keep "Book a" on this phone' }))
  expect(await page.findByRole('button', { name: 'Delete "Book a" from this phone' })).toBeTruthy()
  expect(given.server.ranges).toEqual([])
})

test('says how large a book is if it does not fit', async () => {
  const given = givenBooks()
  given.directory.free = 1_048_576
  const page = show(given, <KeepButton document={a} />)
  await page.user.click(await page.findByRole('button', { name: /^Keep/ }))
  expect(await page.findByText('This book needs 513 kB, but only 1 MB is free. Delete something else first.')).toBeTruthy()
})

test('offers nothing for a file that the reader does not show', () => {
  const given = givenBooks()
  const page = show(given, <KeepButton document={{ ...a, fileType: 'application/msword' }} />)
  expect(page.queryByRole('button')).toBeNull()
})

test('lists the books with their sizes and the free space, opens one, and deletes one or all', async () => {
  const given = givenBooks()
  await keepWhole('a', 'b', 'c')
  const page = show(given)
  expect(await page.findByText('1.5 MB of at most 200 MB used.')).toBeTruthy()
  expect(await page.findByText(/^95[34](\.\d)? MB free for this site\.$/)).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Book b' }))
  expect(open).toHaveBeenCalledWith(expect.objectContaining({ _id: 'b' }))
  await page.user.click(page.getByRole('button', { name: 'Delete "Book b" from this phone' }))
  await page.user.click(await page.findByRole('button', { name: 'Delete' }))
  await vi.waitFor(() => expect(page.queryByRole('button', { name: 'Book b' })).toBeNull(), wait)
  await vi.waitFor(() => expect(given.directory.paths()).toEqual(['a', 'c'].flatMap((id) => pieces(`${given.folder}/${id}`))), wait)
  await page.user.click(page.getByRole('button', { name: 'Delete all' }))
  expect(await page.findByText('To read these 2 books again, you need a connection.')).toBeTruthy()
  await page.user.click(page.getAllByRole('button', { name: 'Delete all' }).at(-1) as HTMLElement)
  expect(await page.findByText('No books on this phone')).toBeTruthy()
  expect(given.directory.paths()).toEqual([])
})

test('says which book could not be kept whole, and continues at a press', async () => {
  const given = givenBooks()
  await addBook({ document: a, why: 'chosen', etag: null, have: 0, readAt: 1, isStopped: true, place: null })
  const page = show(given)
  expect(await page.findByText('Not enough space for the rest')).toBeTruthy()
  await page.user.click(page.getByRole('button', { name: 'Continue keeping "Book a"' }))
  await vi.waitFor(() => expect(books.get()?.map(isWhole)).toEqual([true]), wait)
  expect(page.queryByText('Not enough space for the rest')).toBeNull()
})

test('has the settings of the device, and deletes all books if it is no longer the person’s own', async () => {
  const given = givenBooks()
  await keepWhole('a')
  const page = show(given)
  await page.user.click(await page.findByRole('switch', { name: 'Keep the last 3 books I read' }))
  await page.user.selectOptions(page.getByRole('combobox', { name: 'Space for books' }), '500 MB')
  expect(bookSettings()).toEqual({ recent: false, megabytes: 500 })
  await page.user.click(page.getByRole('switch', { name: 'This is my own phone' }))
  await page.user.click((await page.findAllByRole('button', { name: 'Delete all' })).at(-1) as HTMLElement)
  await vi.waitFor(() => expect(given.directory.paths()).toEqual([]), wait)
  expect(page.getByRole('switch', { name: 'This is my own phone' }).getAttribute('aria-checked')).toBe('false')
})

test('says why no books can be kept over plain http', () => {
  const given = givenBooks()
  vi.stubGlobal('isSecureContext', false)
  const page = show(given)
  expect(page.getByText('Books cannot be kept on this phone')).toBeTruthy()
  expect(page.getByText('This needs an address that starts with https.')).toBeTruthy()
})

test('lists only whole books while there is no connection', async () => {
  const given = givenBooks()
  await keepWhole('a')
  await addBook({ document: bookOf('b'), why: 'chosen', etag: null, have: 1, readAt: 1, isStopped: true, place: null })
  const page = show(given, <OfflineBooks open={open} />)
  expect(await page.findByRole('region', { name: 'Books on this phone' })).toBeTruthy()
  expect(page.getAllByRole('listitem')).toHaveLength(1)
})
