import { getSession } from '#web/api/session.ts'
import { unsentOf } from '#web/api/unsent.ts'
import type { LoadEncryption } from '../messageEncryption.ts'

const count = (db: IDBDatabase): Promise<number> =>
  new Promise((resolve, reject) => {
    const counting = db.transaction('outbox').objectStore('outbox').count()
    counting.onsuccess = () => resolve(counting.result)
    counting.onerror = () => reject(counting.error)
  })

const openExisting = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    // The database does not exist; it is created when a person first writes something.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })

/** Returns whether a person has unsent messages on this device. */
export const hasUnsent = async (userId: string): Promise<boolean> => {
  try {
    const db = await openExisting(unsentOf(userId))
    return (await count(db).finally(() => db.close())) > 0
  } catch {
    return false
  }
}

/** Sends messages left by an earlier page even if chat is not opened; loads the code for it only if needed. */
export const resumeUnsent = async (loadEncryption: LoadEncryption): Promise<void> => {
  const id = getSession()?.user._id
  if (id === undefined || !(await hasUnsent(id))) return
  const [{ chatClient }, encryptionOf] = await Promise.all([import('./sessionClient.ts'), loadEncryption()])
  if (getSession()?.user._id === id) chatClient(encryptionOf)
}
