/*
 * A browser stores which encrypted chats a person has, and whose devices it has seen, before it holds any key. On a shared
 * computer, these data would remain after the person has signed out. Keys are never deleted here: only their owner does that.
 */

/** Returns the name of a person's database. Each person has their own in a shared browser. */
export const databaseOf = (userId: string): string => `encryption-${userId}`

/** Opens the database if it exists, without creating it. */
const existing = (name: string): Promise<IDBDatabase | undefined> =>
  new Promise((resolve) => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(undefined)
  })

const holdsKeys = (db: IDBDatabase): Promise<boolean> =>
  new Promise((resolve) => {
    if (!db.objectStoreNames.contains('device')) return resolve(false)
    const request = db.transaction('device').objectStore('device').count()
    request.onsuccess = () => resolve(request.result > 0)
    request.onerror = () => resolve(true)
  })

/** Deletes what this browser knows about a person's encrypted chats, unless it holds keys of the person. */
export const forgetWithoutKeys = async (userId: string): Promise<void> => {
  if (!globalThis.indexedDB) return
  const db = await existing(databaseOf(userId))
  if (!db) return
  const isKept = await holdsKeys(db)
  db.close()
  if (isKept) return
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(databaseOf(userId))
    request.onsuccess = request.onerror = () => resolve()
  })
}
