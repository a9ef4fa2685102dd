import type { Document } from '#library/documents/documents.contract.ts'
import { booksKey } from '#web/api/replyDatabase.ts'
import { getSession } from '#web/api/session.ts'
import { device } from '#web/api/storages.ts'
import { today } from '#web/api/timeZone.ts'
import { isOwnDevice } from '#web/offline/ownDevice.ts'
import { kindOf } from './fileKind.ts'

/*
 * What this device knows of the books that it keeps for the signed-in person, without loading the code that reads them. The books
 * themselves are in onDevice/.
 */

/** Books are deleted after this time without a reply of the server (ms). */
const longestSilenceMs = 14 * 86_400_000

export type BooksHere = {
  /** The id of the person. */
  of: string
  /** Number of books. */
  count: number
  /** When the server last answered (ms). */
  contactAt: number
  /** The last day of the membership, as far as the server has said. */
  lastDay: string | null
}

const parse = (text: string | null): BooksHere | undefined => {
  try {
    const { of, count, contactAt, lastDay } = JSON.parse(text ?? '') as Partial<BooksHere>
    if (typeof of !== 'string' || typeof contactAt !== 'number') return undefined
    return { of, contactAt, count: Number(count) || 0, lastDay: typeof lastDay === 'string' ? lastDay : null }
  } catch {
    return undefined
  }
}

/** Returns the id of the signed-in student: staff share their computers. */
export const readerId = (): string | undefined => {
  const user = getSession()?.user
  return user?.role === 'student' ? user._id : undefined
}

export const booksHere = (): BooksHere | undefined => {
  const here = parse(device.get(booksKey))
  return here && here.of === readerId() ? here : undefined
}

/** Records a change. Without `of`, changes nothing if this device keeps no books of the person. */
export const noteBooks = (change: Partial<BooksHere>): void => {
  const of = readerId()
  const before = booksHere()
  if (of === undefined || (!before && change.count === undefined)) return
  device.set(booksKey, JSON.stringify({ ...{ contactAt: Date.now(), lastDay: null, count: 0, ...before, ...change }, of }))
}

/**
 * Returns whether the books must be deleted: the last day has passed, there was no contact for too long, or the person says that others
 * use the device too.
 */
export const isOver = ({ of, contactAt, lastDay }: BooksHere): boolean =>
  Date.now() - contactAt > longestSilenceMs || (lastDay !== null && today() > lastDay) || !isOwnDevice(of)

/** Returns whether this browser can keep books. It cannot on plain http, except on the server itself. */
export const canKeepBooks = (): boolean =>
  readerId() !== undefined &&
  typeof globalThis.indexedDB === 'object' &&
  window.isSecureContext &&
  typeof navigator.storage?.getDirectory === 'function' &&
  typeof FileSystemFileHandle === 'function' &&
  'createWritable' in FileSystemFileHandle.prototype

/** Books kept without being asked for, because the person read them last. */
export const recentBooks = 3

export type BookSettings = {
  /** Keeps the last books read. */
  recent: boolean
  /** Maximum size of all books together. */
  megabytes: number
}

export const sizeChoices = [50, 100, 200, 500, 1_000] as const
const settingsKey = 'booksOnDevice'

/** Returns the settings of this device. */
export const bookSettings = (): BookSettings => {
  try {
    const { recent, megabytes } = JSON.parse(device.get(settingsKey) ?? '{}') as Partial<BookSettings>
    return { recent: recent !== false, megabytes: sizeChoices.find((choice) => choice === megabytes) ?? 200 }
  } catch {
    return { recent: true, megabytes: 200 }
  }
}

export const saveBookSettings = (settings: BookSettings): void => device.set(settingsKey, JSON.stringify(settings))

/** Returns whether this device keeps books of the signed-in person, or may. */
export const keepsBooks = (): boolean => canKeepBooks() && isOwnDevice(readerId() ?? '')

/** Office files are shown by others, and other types not at all. */
export const canKeep = ({ fileType, fileSize }: Document): boolean => fileSize > 0 && !['office', 'other'].includes(kindOf(fileType))
