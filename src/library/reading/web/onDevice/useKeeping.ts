import type { Document } from '#library/documents/documents.contract.ts'
import { setOwnDevice } from '#web/offline/ownDevice.ts'
import { confirm } from '#web/ui/confirm.ts'
import { toast } from '#web/ui/toast.ts'
import { formatBytes, useWords } from '#web/words.ts'
import { booksEn } from '../../reading.books.en.ts'
import { keepsBooks, readerId } from '../booksHere.ts'
import { removeAllBooks, removeBook } from './books.ts'
import { keepBook } from './keeping.ts'
import { useDeviceName } from './useBooks.ts'

/** Keeping and deleting books, with what must be asked first and what is said afterwards. */
export const useKeeping = () => {
  const words = useWords(booksEn)
  const name = useDeviceName()
  const asOwn = async (): Promise<boolean> => {
    const { title, text, yes, no } = words.own
    if (keepsBooks()) return true
    const isOwn = await confirm({ title: title(name), text: text(name), confirm: yes, cancel: no })
    if (isOwn) setOwnDevice(readerId() ?? '', true)
    return isOwn
  }
  const keep = async (document: Document): Promise<void> => {
    if (!(await asOwn())) return
    const size = formatBytes(document.fileSize)
    const kept = await keepBook(document).catch(() => undefined)
    if (!kept) toast.error(words.failed)
    else if (kept.is === 'overLimit') toast.error(words.overLimit(size, formatBytes(kept.most)))
    else if (kept.is === 'noSpace') toast.error(words.noSpace(size, formatBytes(kept.free)))
    else toast.success(words.kept(document.title, name))
  }
  const remove = async ({ _id, title: book }: Document): Promise<void> => {
    const { title, text, confirm: yes } = words.deletion
    if (await confirm({ title: title(name), text: text(book), confirm: yes, isDanger: true })) await removeBook(_id)
  }
  const removeAll = async (count: number): Promise<boolean> => {
    const { title, text, confirm: yes } = words.deletionOfAll
    const isSure = count === 0 || (await confirm({ title: title(name), text: text(count), confirm: yes, isDanger: true }))
    if (isSure) await removeAllBooks()
    return isSure
  }
  return { keep, remove, removeAll }
}
