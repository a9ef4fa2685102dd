import { MB } from '#contract/limits.ts'
import { bookSettings } from '../booksHere.ts'
import { type Book, removeBook } from './books.ts'

const sizeOf = (all: readonly Book[]): number => all.reduce((sum, { document }) => sum + document.fileSize, 0)

/** Makes room for a book within the limit of this device, by deleting books that were not asked for. Returns whether there is room. */
export const makeRoom = async (size: number, besides: readonly Book[]): Promise<boolean> => {
  const most = bookSettings().megabytes * MB
  const recent = besides.filter(({ why }) => why === 'recent').reverse()
  if (sizeOf(besides) - sizeOf(recent) + size > most) return false
  let total = sizeOf(besides) + size
  for (const { document } of recent) {
    if (total <= most) break
    total -= document.fileSize
    await removeBook(document._id)
  }
  return true
}
