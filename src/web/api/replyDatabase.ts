import { device } from './storages.ts'

/** Local storage has the id of the person whose replies this device has. */
const personKey = 'repliesOf'

/** Returns the name of the browser's database of replies that a person can read offline. */
export const replyDatabaseName = (userId: string): string => `replies-${userId}`

/** Records that this device has replies of this person. */
export const markRepliesStored = (userId: string): void => device.set(personKey, userId)

export const hasStoredReplies = (userId: string): boolean => device.get(personKey) === userId

/** Deletes the stored replies, when the session ends. */
export const deleteStoredReplies = (userId: string): void => {
  device.remove(personKey)
  try {
    globalThis.indexedDB?.deleteDatabase(replyDatabaseName(userId))
  } catch {}
}
