import { documentsApi } from '#library/documents/documents.contract.ts'
import { accountsApi } from '#people/accounts/accounts.contract.ts'
import { call } from '#web/api/call.ts'
import { CallError } from '#web/api/callError.ts'
import { refresh } from '#web/api/queryClient.ts'
import { booksKey } from '#web/api/replyDatabase.ts'
import { device } from '#web/api/storages.ts'
import { deleteOtherPieces, piecesOf } from '#web/offline/pieceFiles.ts'
import { toast } from '#web/ui/toast.ts'
import { wordsOf } from '#web/words.ts'
import { booksEn } from '../../reading.books.en.ts'
import { readingApi } from '../../reading.contract.ts'
import { booksHere, canKeepBooks, noteBooks, readerId } from '../booksHere.ts'
import { type Book, changeBook, loadBooks, reloadBooks, removeAllBooks, removeBook, removeIfOver } from './books.ts'
import { resumeDownloads } from './keeping.ts'

/** The browser may delete everything of a site when the device runs out of space. Returns whether it has, and says so. */
const reportEviction = async (userId: string, all: readonly Book[]): Promise<boolean> => {
  const count = booksHere()?.count ?? 0
  const first = all.find(({ have }) => have > 0)
  const isThere = first ? (await piecesOf(userId, first.document._id).read(0)) !== undefined : all.length >= count
  if (isThere) return false
  await removeAllBooks()
  if (count > 0) toast.error(wordsOf(booksEn).evicted(count))
  return true
}

/** Deletes a book that was deleted in the library, or that the person may no longer see. Updates the title of any other. */
const reviewBook = async ({ document: { _id } }: Book): Promise<void> => {
  try {
    await changeBook(_id, { document: await call(documentsApi.read, { params: { id: _id } }) })
  } catch (error) {
    if (!(error instanceof CallError) || ![403, 404].includes(error.status)) throw error
    await removeBook(_id)
  }
}

/**
 * Sends a place that was reached without a connection. If the person has read on elsewhere since then, the later page counts, because
 * the times of both are not known.
 */
const sendPlace = async ({ document: { _id }, place }: Book): Promise<boolean> => {
  if (!place || place.page === place.saved) return false
  const { page: onServer } = await call(readingApi.progress, { params: { id: _id } })
  const isFirst = onServer === place.saved || place.page > (onServer ?? 0)
  const page = isFirst ? place.page : (onServer ?? place.page)
  if (isFirst) await call(readingApi.saveProgress, { params: { id: _id }, body: { page } })
  await changeBook(_id, { place: { page, saved: page } })
  return isFirst
}

/** At the first contact since the app was opened, and whenever the connection is back. Rejects without a connection. */
const reviewWithServer = async (): Promise<void> => {
  const { terminationDate } = await call(accountsApi.me)
  noteBooks({ contactAt: Date.now(), lastDay: terminationDate })
  for (const book of await loadBooks()) await reviewBook(book)
  let isSent = false
  for (const book of await loadBooks()) isSent = (await sendPlace(book)) || isSent
  if (isSent) await refresh(readingApi.saveProgress.changes)
  resumeDownloads()
}

/** Deletes the books that may no longer be here, sends what was read without a connection, and goes on with interrupted downloads. */
export const reviewBooks = async (): Promise<void> => {
  const id = readerId()
  if (id === undefined || !canKeepBooks()) return
  await deleteOtherPieces(id)
  if (await removeIfOver()) return
  const all = await reloadBooks()
  if (!booksHere()) return all.length > 0 ? removeAllBooks() : undefined
  if (await reportEviction(id, all)) return
  if (all.length === 0) return device.remove(booksKey)
  await reviewWithServer()
}
