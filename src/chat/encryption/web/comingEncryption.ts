import type { ComingEncryption } from '#chat/conversations/web/messageEncryption.ts'
import { getSession } from '#web/api/session.ts'
import { databaseOf } from './forgetHere.ts'
import { encryptionHere } from './usedHere.ts'

/** A database that takes longer than this to open is treated as unreadable. */
const patienceMs = 1_000

/** Returns the ids of a person's encrypted conversations, as this browser has stored them. Rejects if they cannot be read. */
const storedConversations = (userId: string): Promise<ReadonlySet<string>> =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The database of the browser does not open')), patienceMs)
    const opening = indexedDB.open(databaseOf(userId))
    let isNew = false
    opening.onupgradeneeded = () => {
      isNew = true
      opening.transaction?.abort()
    }
    opening.onerror = () => (isNew ? resolve(new Set()) : reject(opening.error))
    opening.onsuccess = () => {
      const db = opening.result
      try {
        const reading = db.transaction('conversations').objectStore('conversations').getAllKeys()
        reading.onsuccess = () => resolve(new Set(reading.result.map(String)))
        reading.onerror = () => reject(reading.error)
      } catch (error) {
        reject(error)
      }
      db.close()
    }
  })

/** What Chat needs before the code of encryption is there, which is larger than the list of conversations. */
export const comingEncryption = (): ComingEncryption => {
  const session = getSession()
  if (!session) throw new Error('Nobody is signed in')
  return {
    here: () => encryptionHere()?.(),
    load: async () => {
      const { encryption } = await import('./sessionEncryption.ts')
      if (getSession()?.token !== session.token) throw new Error('The session has ended')
      return encryption()
    },
    remembered: () => storedConversations(session.user._id),
  }
}
