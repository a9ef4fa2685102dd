/* Downloads books to this device, one at a time, in pieces: what is here after an interruption is not downloaded again. */
import { MB } from '#contract/limits.ts'
import type { Document } from '#library/documents/documents.contract.ts'
import { getSession, onForget } from '#web/api/session.ts'
import { encryptPiece } from '#web/offline/pieceCipher.ts'
import { freeSpace, isOutOfSpace, piecesOf } from '#web/offline/pieceFiles.ts'
import { storeShownFiles } from '#web/offline/shownFiles.ts'
import { toast } from '#web/ui/toast.ts'
import { wordsOf } from '#web/words.ts'
import { booksEn } from '../../reading.books.en.ts'
import { bookSettings, canKeep, keepsBooks, readerId, recentBooks } from '../booksHere.ts'
import { openByteSource } from '../byteSource.ts'
import { isServing, NotServed, openConnection } from '../connection.ts'
import { savesData } from '../dataSaver.ts'
import { isPdf } from '../documentType.ts'
import { addressesOf } from '../fileAddresses.ts'
import { peekKept } from '../keptBytes.ts'
import {
  addBook,
  type Book,
  books,
  changeBook,
  findBook,
  isWhole,
  loadBooks,
  onRemoval,
  pieceBytes,
  pieceCount,
  pieceKey,
  pieceName,
  reloadBooks,
  removeBook,
} from './books.ts'
import { makeRoom } from './makeRoom.ts'
import { pdfFiles } from './pdfFiles.ts'

/** Space that is left free, for what the browser itself stores (bytes). */
const marginBytes = 5_000_000

const running = new Map<string, AbortController>()
/** Books that could not be downloaded since the page was opened: they are tried again at the next start. */
const failed = new Set<string>()

const stop = (id: string): void => running.get(id)?.abort()
onRemoval(stop)
onForget(() => {
  for (const id of running.keys()) stop(id)
  failed.clear()
})

/** Resolves once the reader waits for nothing from the network, which it shares. */
const whenReaderRests = async (signal: AbortSignal): Promise<void> => {
  while (isServing()) {
    signal.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const store = async ({ document, have }: Book, signal: AbortSignal): Promise<void> => {
  const { _id, fileSize: size } = document
  const token = getSession()?.token
  const [key, pieces] = [await pieceKey(), piecesOf(readerId() ?? '', _id)]
  let etag = (await findBook(_id))?.etag ?? null
  const addresses = () => addressesOf(document)
  const onEtag = (next: string | null) => {
    if (etag !== null && next !== null && etag !== next) throw new NotServed(412)
    etag ??= next
  }
  const connection = openConnection(undefined, true)
  signal.addEventListener('abort', connection.close)
  const source = openByteSource({ connection, addresses, size, onEtag })
  for (let index = have; index < pieceCount({ document }); index++) {
    await whenReaderRests(signal)
    const [begin, end] = [index * pieceBytes, Math.min(size, (index + 1) * pieceBytes)]
    const known = peekKept(_id, begin, end)
    if (known?.etag) onEtag(known.etag)
    const bytes = known?.bytes ?? (await source.read(begin, end))
    const piece = await encryptPiece(key, bytes, pieceName(_id, index))
    signal.throwIfAborted()
    if (getSession()?.token !== token) return
    await pieces.write(index, piece)
    // Deleted while this piece was written, perhaps in another tab.
    if (!(await changeBook(_id, { have: index + 1, etag }))) return pieces.remove()
  }
}

/** Explains why a book is not kept. What is here of a chosen one stays, and the download can be continued. */
const reportFailure = async (book: Book, error: unknown): Promise<void> => {
  const { document, why } = book
  const words = wordsOf(booksEn)
  if (isOutOfSpace(error)) {
    if (why === 'chosen') {
      toast.error(words.outOfSpace(document.title))
      await changeBook(document._id, { isStopped: true })
      return
    }
    failed.add(document._id)
    return removeBook(document._id)
  }
  failed.add(document._id)
  if (!(error instanceof NotServed)) return
  if (error.status === 412) {
    failed.delete(document._id)
    await changeBook(document._id, { have: 0, etag: null })
    return
  }
  if (error.status === 403 || error.status === 404) return removeBook(document._id)
}

const download = async (book: Book): Promise<void> => {
  const { document } = book
  const aborter = new AbortController()
  running.set(document._id, aborter)
  try {
    await store(book, aborter.signal)
    await storeShownFiles(isPdf(document) ? pdfFiles() : [])
  } catch (error) {
    if (!aborter.signal.aborted) await reportFailure(book, error)
  } finally {
    running.delete(document._id)
  }
}

const isWaiting = (book: Book): boolean => !isWhole(book) && !book.isStopped && !failed.has(book.document._id)

const next = (): Book | undefined => {
  const waiting = books.get()?.filter(isWaiting) ?? []
  return waiting.find(({ why }) => why === 'chosen') ?? waiting[0]
}

let isDownloading = false

const downloadAll = async (): Promise<void> => {
  if (isDownloading || readerId() === undefined) return
  isDownloading = true
  try {
    await reloadBooks()
    for (let book = next(); book; book = next()) await download(book)
  } finally {
    isDownloading = false
  }
}

/** Several tabs of the app download one after the other. */
export const resumeDownloads = (): void => {
  const work = () => downloadAll().catch(() => undefined)
  if (navigator.locks) void navigator.locks.request('books', work)
  else void work()
}

export type Kept = { is: 'kept' } | { is: 'overLimit'; most: number } | { is: 'noSpace'; free: number }

const newBook = (document: Document, why: Book['why']): Book => ({
  document,
  why,
  etag: null,
  have: 0,
  readAt: Date.now(),
  isStopped: false,
  place: null,
})

/** Keeps a document on this device, and goes on with one whose download was stopped. Returns at once; the download goes on. */
export const keepBook = async (document: Document, why: Book['why'] = 'chosen'): Promise<Kept> => {
  if (why === 'chosen') failed.delete(document._id)
  const known = await findBook(document._id)
  if (known) {
    await changeBook(document._id, { isStopped: false, ...(why === 'chosen' && { why }) })
  } else {
    const all = await loadBooks()
    if (!(await makeRoom(document.fileSize, all))) return { is: 'overLimit', most: bookSettings().megabytes * MB }
    const free = await freeSpace().catch(() => undefined)
    if (free !== undefined && free < document.fileSize + marginBytes) return { is: 'noSpace', free }
    // Asks that the browser deletes nothing when the device runs out of space. It may refuse, which reviewBooks notices.
    void navigator.storage.persist?.().catch(() => undefined)
    await addBook(newBook(document, why))
  }
  resumeDownloads()
  return { is: 'kept' }
}

/** Keeps a book that is being read, and deletes the ones read before the last three unless they were asked for. */
export const keepRead = async (document: Document): Promise<void> => {
  if (failed.has(document._id) || (await findBook(document._id))) return
  if (!bookSettings().recent || !keepsBooks() || savesData() || !canKeep(document)) return
  if ((await keepBook(document, 'recent')).is !== 'kept') return
  const recent = (await loadBooks()).filter(({ why }) => why === 'recent')
  for (const { document } of recent.slice(recentBooks)) await removeBook(document._id)
}
