/*
 * The books on this device: their records and the key of their pieces, in the database that is deleted when the session ends. An
 * attacker who has the device after that finds no key and no pieces; one who controls it while the student is signed in can read what
 * the student can. `removeIfOver` deletes everything once the last day of the membership or 14 days without contact have passed, by
 * the clock of the device.
 */
import type { Document } from '#library/documents/documents.contract.ts'
import { booksKey, deleteBooksFolder } from '#web/api/replyDatabase.ts'
import { getSession, onForget } from '#web/api/session.ts'
import { device } from '#web/api/storages.ts'
import { makeStore } from '#web/api/store.ts'
import { newPieceKey } from '#web/offline/pieceCipher.ts'
import { piecesOf } from '#web/offline/pieceFiles.ts'
import { openReplies } from '#web/offline/storedReplies.ts'
import { booksHere, isOver, noteBooks, readerId } from '../booksHere.ts'

/** Size of a piece, without what encryption adds. */
export const pieceBytes = 256 * 1_024

export type Place = {
  page: number
  /** The page that the server is known to have. */
  saved: number | null
}

export type Book = {
  document: Document
  /** The ETag of the content that the pieces are of. */
  etag: string | null
  /** Number of pieces that are here, the first ones. */
  have: number
  /** Kept at a press, or because it was read last. */
  why: 'chosen' | 'recent'
  /** When it was last opened (ms). */
  readAt: number
  /** The device has no space for the rest. */
  isStopped: boolean
  place: Place | null
}

/** The name under which a piece is encrypted, so that no other piece takes its place. */
export const pieceName = (id: string, index: number): string => `${id} ${index}`

export const pieceCount = ({ document: { fileSize } }: Pick<Book, 'document'>): number => Math.ceil(fileSize / pieceBytes)
export const isWhole = (book: Book): boolean => book.have >= pieceCount(book)

/** All books, most recently opened first; undefined until they are loaded. */
export const books = makeStore<readonly Book[] | undefined>(undefined)
onForget(() => {
  books.set(undefined)
  key = undefined
})

let key: { of: string; value: Promise<CryptoKey> } | undefined

/** Throws if the session has ended in the meantime. */
const ownId = (): string => {
  const id = readerId()
  if (id === undefined) throw new Error('The session has ended')
  return id
}

const loadKey = async (id: string): Promise<CryptoKey> => {
  const db = await openReplies(id)
  const stored = await db.get('keys', 'books')
  if (stored) return stored
  const made = await newPieceKey()
  if (readerId() !== id) throw new Error('The session has ended')
  await db.put('keys', made, 'books')
  return made
}

/** Returns the key of the pieces; makes it if there is none. */
export const pieceKey = (): Promise<CryptoKey> => {
  const of = ownId()
  if (key?.of !== of) {
    const value = loadKey(of)
    value.catch(() => {
      key = undefined
    })
    key = { of, value }
  }
  return key.value
}

const show = (all: readonly Book[]): void => {
  books.set([...all].sort((one, other) => other.readAt - one.readAt))
  if (all.length > 0 || booksHere()) noteBooks({ count: all.length })
}

/** Reads the records, which another tab may have changed. */
const readBooks = async (): Promise<readonly Book[]> => {
  const id = ownId()
  const all = (await (await openReplies(id)).getAll('books')) as Book[]
  if (readerId() !== id) return []
  books.set([...all].sort((one, other) => other.readAt - one.readAt))
  return books.get() ?? []
}

/** Loads the records, once for each session. */
export const loadBooks = async (): Promise<readonly Book[]> => books.get() ?? readBooks()

export const findBook = async (id: string): Promise<Book | undefined> => {
  if (await removeIfOver()) return undefined
  return (await loadBooks()).find(({ document }) => document._id === id)
}

/** Each change reads and writes, so they follow one another, also those of other tabs. */
let lastChange: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const turn = lastChange.then((): Promise<T> => (navigator.locks ? navigator.locks.request('books-records', work) : work()))
  lastChange = turn.catch(() => undefined)
  return turn
}

/** Loads the records again, with the changes of other tabs. */
export const reloadBooks = (): Promise<readonly Book[]> => inTurn(readBooks)

/** Stores a record, unless the session has ended. */
const put = async (book: Book, token: string | undefined): Promise<void> => {
  const id = ownId()
  const all = await readBooks()
  const db = await openReplies(id)
  if (token === undefined || getSession()?.token !== token) throw new Error('The session has ended')
  await db.put('books', book, book.document._id)
  show([...all.filter(({ document }) => document._id !== book.document._id), book])
}

export const addBook = (book: Book): Promise<void> => {
  const token = getSession()?.token
  return inTurn(() => put(book, token))
}

/** Changes a book. Returns whether it is still here. */
export const changeBook = (id: string, change: Partial<Book>): Promise<boolean> => {
  const token = getSession()?.token
  return inTurn(async () => {
    const book = (await readBooks()).find(({ document }) => document._id === id)
    if (book) await put({ ...book, ...change }, token)
    return book !== undefined
  })
}

const leaving = new Set<(id: string) => void>()

/** Registers a function that is called before a book is deleted. */
export const onRemoval = (stop: (id: string) => void): void => void leaving.add(stop)

/** Deletes a book from this device. */
export const removeBook = (id: string): Promise<void> =>
  inTurn(async () => {
    for (const stop of leaving) stop(id)
    const of = ownId()
    const all = await readBooks()
    await (await openReplies(of)).delete('books', id)
    show(all.filter(({ document }) => document._id !== id))
    await piecesOf(of, id).remove()
  })

/** Deletes all books and their key. */
export const removeAllBooks = (): Promise<void> =>
  inTurn(async () => {
    const of = ownId()
    for (const { document } of books.get() ?? []) for (const stop of leaving) stop(document._id)
    device.remove(booksKey)
    const db = await openReplies(of)
    await Promise.all([db.clear('books'), db.clear('keys')])
    key = undefined
    books.set([])
    await deleteBooksFolder(of).catch(() => undefined)
  })

/** Deletes all books if they may no longer be read here. Returns whether it did. */
export const removeIfOver = async (): Promise<boolean> => {
  const here = booksHere()
  if (!here || !isOver(here)) return false
  await removeAllBooks()
  return true
}
