/*
 * A browser stores which encrypted chats a person has, and whose devices it has seen, before it holds any key. On a computer that
 * others use that would stay after the person has signed out. Keys are never deleted here: their owner alone does that.
 */

/** Each person has a database of their own in a browser that several people use. */
export const databaseOf = (userId: string): string => `encryption-${userId}`

/** Opens the database where there is one, and makes none. */
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

/** Deletes what this browser knows of a person's encrypted chats, unless it holds keys of the person. */
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
