import { expect, test, vi } from 'vitest'
import { books, isWhole } from './books.ts'
import { placeOf, placeReached } from './reading.ts'
import { bookOf, givenBooks } from './testing/givenBooks.ts'

const sent = Promise.resolve()

test('a page that is reached while the book is still being stored for reading offline stays its place', async () => {
  givenBooks()
  for (const id of ['a', 'b', 'c']) await placeReached(bookOf(id), 9, sent)
  // The fourth book takes the place of the first on the device, which takes time.
  const next = new Promise<void>((resolve, reject) => {
    const stop = books.subscribe(() => {
      if (!books.get()?.some(({ document }) => document._id === 'd')) return
      stop()
      placeReached(bookOf('d'), 4, sent).then(resolve, reject)
    })
  })
  await placeReached(bookOf('d'), 9, sent)
  await next
  expect(await placeOf('d')).toEqual({ page: 4, saved: 4 })
  await vi.waitFor(() => expect(books.get()?.every(isWhole)).toBe(true))
})
