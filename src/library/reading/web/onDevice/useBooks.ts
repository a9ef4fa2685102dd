import { useEffect } from 'react'
import { useStore } from '#web/api/store.ts'
import { useWords } from '#web/words.ts'
import { booksEn } from '../../reading.books.en.ts'
import { type Book, books, loadBooks, removeIfOver } from './books.ts'

/** Returns the books on this device, most recently opened first; undefined until they are loaded. */
export const useBooks = (): readonly Book[] | undefined => {
  const all = useStore(books)
  const isMissing = all === undefined
  useEffect(() => {
    if (!isMissing) return
    removeIfOver()
      .then(loadBooks)
      .catch(() => undefined)
  }, [isMissing])
  return all
}

/** Returns what the person calls this device. */
export const useDeviceName = (): string => {
  const words = useWords(booksEn)
  return window.matchMedia?.('(pointer: coarse)').matches ? words.phone : words.computer
}
