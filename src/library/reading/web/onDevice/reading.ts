/* What the reader needs of the books on this device: their bytes and places. */
import type { Document } from '#library/documents/documents.contract.ts'
import { decryptPiece } from '#web/offline/pieceCipher.ts'
import { piecesOf } from '#web/offline/pieceFiles.ts'
import { toast } from '#web/ui/toast.ts'
import { wordsOf } from '#web/words.ts'
import { booksEn } from '../../reading.books.en.ts'
import { noteBooks, readerId } from '../booksHere.ts'
import { type Book, books, changeBook, findBook, type Place, pieceBytes, pieceKey, pieceName, removeBook } from './books.ts'
import { keepRead, resumeDownloads } from './keeping.ts'

/** Pieces that stay decrypted in memory: those around the pages that are being read. */
const mostDecrypted = 4

export type OpenedBook = {
  etag: string | null
  /** Returns undefined if a piece is not here. */
  read: (begin: number, end: number) => Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** The browser has deleted a piece, or the disk has changed it: the pieces from there on are downloaded again. */
const reportLost = async (id: string, index: number): Promise<void> => {
  const book = await findBook(id)
  if (!book || book.have <= index) return
  toast.error(wordsOf(booksEn).damaged(book.document.title))
  await changeBook(id, { have: index })
  resumeDownloads()
}

const haveNow = (book: Book): number => books.get()?.find(({ document }) => document._id === book.document._id)?.have ?? 0

/** Returns the bytes of a book on this device; undefined if it is not here. */
export const openBook = async (id: string): Promise<OpenedBook | undefined> => {
  const book = await findBook(id)
  const userId = readerId()
  if (!book || userId === undefined) return undefined
  const [key, pieces] = [await pieceKey(), piecesOf(userId, id)]
  await changeBook(id, { readAt: Date.now() })
  const decrypted = new Map<number, Promise<Uint8Array<ArrayBuffer> | undefined>>()
  const load = async (index: number) => {
    const piece = await pieces.read(index)
    return piece && decryptPiece(key, piece, pieceName(id, index)).catch(() => undefined)
  }
  const pieceAt = (index: number) => {
    const piece = decrypted.get(index) ?? load(index)
    decrypted.delete(index)
    decrypted.set(index, piece)
    for (const oldest of decrypted.keys()) if (decrypted.size > mostDecrypted) decrypted.delete(oldest)
    return piece
  }
  return {
    etag: book.etag,
    read: async (begin, wantedEnd) => {
      const end = Math.min(wantedEnd, book.document.fileSize)
      if (end <= begin || Math.ceil(end / pieceBytes) > haveNow(book)) return undefined
      const bytes = new Uint8Array(end - begin)
      for (let index = Math.floor(begin / pieceBytes); index * pieceBytes < end; index++) {
        const piece = await pieceAt(index)
        if (!piece) {
          decrypted.delete(index)
          void reportLost(id, index).catch(() => undefined)
          return undefined
        }
        const at = index * pieceBytes
        bytes.set(piece.subarray(Math.max(0, begin - at), end - at), Math.max(0, at - begin))
      }
      return bytes
    },
  }
}

/** The server's verdict on a book, when it is opened. */
export const judged = async (id: string, verdict: 'same' | 'gone' | 'changed'): Promise<void> => {
  noteBooks({ contactAt: Date.now() })
  if (verdict === 'gone') await removeBook(id)
  if (verdict !== 'changed') return
  await changeBook(id, { have: 0, etag: null })
  resumeDownloads()
}

/** Returns where the person stopped reading a book of this device. */
export const placeOf = async (id: string): Promise<Place | undefined> => (await findBook(id))?.place ?? undefined

/** Stores the place that the server has of a book, unless a later one waits to be sent. */
export const noteSavedPlace = async (id: string, page: number | null, before: Place | undefined): Promise<void> => {
  if (!before || before.page === before.saved) await changeBook(id, { place: page === null ? null : { page, saved: page } })
}

const storePlace = async (document: Document, page: number): Promise<void> => {
  await keepRead(document)
  const saved = (await findBook(document._id))?.place?.saved ?? null
  await changeBook(document._id, { place: { page, saved } })
}

/** Places are stored one after the other, because storing a book at its first place takes longer than reaching the next. */
let lastStored: Promise<unknown> = Promise.resolve()

/** Stores a place at once, so that nothing is lost without a connection; `sent` resolves once the server has it. Keeps a book that is being read. */
export const placeReached = async (document: Document, page: number, sent: Promise<unknown>): Promise<void> => {
  const isSent = sent.then(
    () => true,
    () => false,
  )
  const stored = lastStored.then(() => storePlace(document, page))
  lastStored = stored.catch(() => undefined)
  await stored
  if (!(await isSent)) return
  const now = await placeOf(document._id)
  // A later page may have been reached in the meantime.
  if (now) await changeBook(document._id, { place: { page: now.page, saved: page } })
}
