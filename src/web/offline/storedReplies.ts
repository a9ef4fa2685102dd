/*
 * Replies that a student can read offline. An attacker with the device can read only what the student loaded here in the last 14 days
 * and in this session: `session.ts` deletes the database when the session ends, and an older reply is deleted when it is asked for.
 * Of chats, see storedChats.ts.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { markRepliesStored, offlineName } from '../api/replyDatabase.ts'
import { getSession, onForget } from '../api/session.ts'

/** `at` is when the reply was loaded (ms). */
export type StoredReply = { reply: unknown; at: number }

interface Replies extends DBSchema {
  replies: { key: string; value: StoredReply; indexes: { at: number } }
  /** Of the books whose encrypted pieces this device has, by document: library/reading/web/onDevice. */
  books: { key: string; value: unknown }
  /** Keys of the pieces. They can be used here and never read. */
  keys: { key: string; value: CryptoKey }
  /** A person's bookmarks, highlights and notes, by document and id: library/marks/web. */
  marks: { key: string; value: unknown }
}
type Database = IDBPDatabase<Replies>

const maxAgeMs = 14 * 86_400_000
const maxReplies = 100
/** Maximum length of a stored reply, in characters of JSON. */
const maxLength = 400_000

let opened: { userId: string; db: Promise<Database> } | undefined

// The database is deleted with the session, which waits for open connections.
onForget(() => {
  void opened?.db.then((db) => db.close()).catch(() => undefined)
  opened = undefined
})

/** Opens what this device has of a person. It is deleted when the session ends. */
export const openReplies = (userId: string): Promise<Database> => {
  if (opened?.userId === userId) return opened.db
  const forget = () => {
    if (opened?.userId === userId) opened = undefined
  }
  const db = openDB<Replies>(offlineName(userId), 3, {
    upgrade: (created, version) => {
      if (version < 1) created.createObjectStore('replies').createIndex('at', 'at')
      if (version < 2) {
        created.createObjectStore('books')
        created.createObjectStore('keys')
      }
      created.createObjectStore('marks')
    },
    terminated: forget,
    // The session ends, in this tab or in another one.
    blocking: (_, __, event) => {
      forget()
      ;(event.target as IDBDatabase).close()
    },
  })
  db.catch(forget)
  opened = { userId, db }
  return db
}

const nameOf = (queryKey: readonly unknown[]): string => JSON.stringify(queryKey)

const deleteOldest = async (db: Database): Promise<void> => {
  const excess = (await db.count('replies')) - maxReplies
  if (excess <= 0) return
  const tx = db.transaction('replies', 'readwrite')
  let cursor = await tx.store.index('at').openCursor()
  for (let left = excess; cursor && left > 0; left--) {
    await cursor.delete()
    cursor = await cursor.continue()
  }
  await tx.done
}

/** Stores a reply of the signed-in person. A browser that stores nothing costs them the offline view and nothing else. */
export const storeReply = async (queryKey: readonly unknown[], reply: unknown, token: string): Promise<void> => {
  const session = getSession()
  if (session?.token !== token || (JSON.stringify(reply)?.length ?? 0) > maxLength) return
  const db = await openReplies(session.user._id)
  if (getSession()?.token !== token) return
  await db.put('replies', { reply, at: Date.now() }, nameOf(queryKey))
  markRepliesStored(session.user._id)
  await deleteOldest(db)
}

/** Returns the query keys of everything that is stored of the signed-in person. */
export const storedQueryKeys = async (): Promise<readonly unknown[][]> => {
  const id = getSession()?.user._id
  const names = id === undefined ? [] : await (await openReplies(id)).getAllKeys('replies')
  return names.map((name) => JSON.parse(name) as unknown[])
}

export const deleteStoredReply = async (queryKey: readonly unknown[]): Promise<void> => {
  const id = getSession()?.user._id
  if (id !== undefined) await (await openReplies(id)).delete('replies', nameOf(queryKey))
}

/** Returns the stored reply of the signed-in person, unless it is too old. */
export const readStoredReply = async (queryKey: readonly unknown[]): Promise<StoredReply | undefined> => {
  const id = getSession()?.user._id
  if (id === undefined) return undefined
  const db = await openReplies(id)
  const stored = await db.get('replies', nameOf(queryKey))
  if (!stored || Date.now() - stored.at <= maxAgeMs) return stored
  await db.delete('replies', nameOf(queryKey))
  return undefined
}
