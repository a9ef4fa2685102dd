import { act, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { categoriesApi } from '#library/categories/categories.contract.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { favoritesApi } from '#library/favorites/favorites.contract.ts'
import { readingApi } from '#library/reading/reading.contract.ts'
import { booksScreen, keepButton, offlineBooks } from '#library/reading/web/bookScreens.ts'
import { addBook, loadBooks } from '#library/reading/web/onDevice/books.ts'
import { bookOf, givenBooks } from '#library/reading/web/onDevice/testing/givenBooks.ts'
import { markOffline } from '#web/api/connection.ts'
import { signIn } from '#web/api/session.ts'
import { setOwnDevice } from '#web/offline/ownDevice.ts'
import { reply, unreachable } from '#web/testing/fakeServer.ts'
import { document, everythingInView, page, show, treeOf } from './testing/library.tsx'

const loose = document('loose', 'Loose Leaves', null)
const library = [
  reply(categoriesApi.tree, treeOf([loose])),
  reply(favoritesApi.ids, page([])),
  reply(readingApi.unfinished, { items: [] }),
  reply(documentsApi.list, page([loose])),
]

beforeAll(() => Promise.all([booksScreen.load(), offlineBooks.load(), keepButton.load()]))
beforeEach(everythingInView)

/** A student with one whole book on a browser that can keep books. */
const givenStudent = async () => {
  givenBooks()
  signIn({ token: 'token', user: { _id: 'student-1', name: 'Asha Devi', email: 'asha@example.org', role: 'student' } })
  setOwnDevice('student-1', true)
  await addBook({ document: bookOf('a'), why: 'chosen', etag: null, have: 3, readAt: 1, isStopped: false, place: null })
}

test('leads a student to the books on the device, and back', async () => {
  await givenStudent()
  const { user, address } = show('student', library)
  await user.click(await screen.findByRole('link', { name: 'Kept books' }))
  expect(address()).toBe('/documents?view=kept')
  expect(await screen.findByRole('button', { name: 'Book a' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Back to documents' }))
  expect(await screen.findByText('1 document available')).toBeTruthy()
})

test('lists the books on the device above the library while there is no connection', async () => {
  await givenStudent()
  show('student', library)
  await screen.findByText('1 document available')
  expect(screen.queryByRole('region', { name: 'Books on this computer' })).toBeNull()
  act(() => markOffline())
  expect(await screen.findByRole('region', { name: 'Books on this computer' })).toBeTruthy()
})

test('keeps a document from its row', async () => {
  await givenStudent()
  // The download begins at once; its connection is lost.
  const lost = [reply(documentsApi.link, unreachable), reply(documentsApi.file, unreachable)]
  const { user } = show('student', [...library, ...lost])
  await user.click(await screen.findByRole('button', { name: 'Expand All' }))
  await user.click(await screen.findByRole('button', { name: 'Keep "Loose Leaves" on this computer' }))
  await vi.waitFor(async () => expect((await loadBooks()).map(({ document }) => document._id).sort()).toEqual(['a', 'loose']))
})

test('offers staff nothing of it, in a browser that could keep books', async () => {
  givenBooks()
  setOwnDevice('admin-1', true)
  show('admin', library)
  await screen.findByText('1 document available')
  expect(screen.queryByRole('link', { name: 'Kept books' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Keep/ })).toBeNull()
})
