import { shareCache } from '#contract/share.ts'
import { device } from './storages.ts'

/** Local storage has the id of the person whose replies this device has. */
const personKey = 'repliesOf'

/** Local storage has what is known of the books on this device: library/reading/web/booksHere.ts. */
export const booksKey = 'booksHere'

/**
 * Returns the name of what a person can read offline: of the browser's database of replies, and of the folder of encrypted books in the
 * origin private file system.
 */
export const offlineName = (userId: string): string => `replies-${userId}`

/** Deletes the pieces of all books of a person, whose key is in the database. Rejects if there are none. */
export const deleteBooksFolder = async (userId: string): Promise<void> =>
  (await navigator.storage.getDirectory()).removeEntry(offlineName(userId), { recursive: true })

/** Records that this device has replies of this person. */
export const markRepliesStored = (userId: string): void => device.set(personKey, userId)

export const hasStoredReplies = (userId: string): boolean => device.get(personKey) === userId

/** Deletes the stored replies and books, and what another app has shared, when the session ends. */
export const deleteStoredReplies = (userId: string): void => {
  device.remove(personKey)
  device.remove(booksKey)
  try {
    void globalThis.caches?.delete(shareCache).catch(() => undefined)
    globalThis.indexedDB?.deleteDatabase(offlineName(userId))
    void deleteBooksFolder(userId).catch(() => undefined)
  } catch {}
}
