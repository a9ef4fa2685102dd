import { device } from './storages.ts'

const keptForKey = 'keptFor'

/** The browser's database of replies that a person can read without a connection. */
export const keptOf = (userId: string): string => `kept-${userId}`

/** Notes that this device has replies of this person. */
export const noteKept = (userId: string): void => device.set(keptForKey, userId)

export const hasKept = (userId: string): boolean => device.get(keptForKey) === userId

/** Deletes them: nothing of a person can be read here after their session. */
export const deleteKept = (userId: string): void => {
  device.remove(keptForKey)
  try {
    globalThis.indexedDB?.deleteDatabase(keptOf(userId))
  } catch {}
}
