import { getSession } from '#web/api/session.ts'
import { unsentOf } from '#web/api/unsent.ts'

const count = (db: IDBDatabase): Promise<number> =>
  new Promise((resolve, reject) => {
    const counting = db.transaction('outbox').objectStore('outbox').count()
    counting.onsuccess = () => resolve(counting.result)
    counting.onerror = () => reject(counting.error)
  })

const openExisting = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    // It would be made only now, and that is left to a person who writes something.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })

/** Whether a person has left something unsent on this device. */
export const hasUnsent = async (userId: string): Promise<boolean> => {
  try {
    const db = await openExisting(unsentOf(userId))
    return (await count(db).finally(() => db.close())) > 0
  } catch {
    return false
  }
}

/** Sends what an earlier page has left, though chat is not opened; the code for it is loaded only then. */
export const resumeUnsent = async (): Promise<void> => {
  const id = getSession()?.user._id
  if (id === undefined || !(await hasUnsent(id))) return
  const { chatClient } = await import('./sessionClient.ts')
  if (getSession()?.user._id === id) chatClient()
}
