/*
 * Replies that a person can read on this device without a connection. What an attacker with the device can read is what the person
 * has seen here in the last 14 days: `session.ts` deletes all of it with the session, and an older reply is deleted unread. Chats
 * are not among them.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { keptOf, noteKept } from '../api/kept.ts'
import { getSession, onForget } from '../api/session.ts'

type Kept = { reply: unknown /** When it was loaded (ms). */; at: number }

interface Replies extends DBSchema {
  replies: { key: string; value: Kept; indexes: { at: number } }
}
type Database = IDBPDatabase<Replies>

const maxAgeMs = 14 * 86_400_000
const maxReplies = 100
/** Longer replies, in characters of JSON, are for desktops. */
const maxLength = 400_000

let opened: { userId: string; db: Promise<Database> } | undefined

// The database is deleted with the session, which waits for open connections.
onForget(() => {
  void opened?.db.then((db) => db.close()).catch(() => undefined)
  opened = undefined
})

const open = (userId: string): Promise<Database> => {
  if (opened?.userId === userId) return opened.db
  const forget = () => {
    if (opened?.userId === userId) opened = undefined
  }
  const db = openDB<Replies>(keptOf(userId), 1, {
    upgrade: (created) => void created.createObjectStore('replies').createIndex('at', 'at'),
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
export const keep = async (queryKey: readonly unknown[], reply: unknown, token: string): Promise<void> => {
  const session = getSession()
  if (session?.token !== token || (JSON.stringify(reply)?.length ?? 0) > maxLength) return
  const db = await open(session.user._id)
  if (getSession()?.token !== token) return
  await db.put('replies', { reply, at: Date.now() }, nameOf(queryKey))
  noteKept(session.user._id)
  await deleteOldest(db)
}

/** Returns the stored reply of the signed-in person, unless it is too old. */
export const readKept = async (queryKey: readonly unknown[]): Promise<Kept | undefined> => {
  const id = getSession()?.user._id
  if (id === undefined) return undefined
  const db = await open(id)
  const kept = await db.get('replies', nameOf(queryKey))
  if (!kept || Date.now() - kept.at <= maxAgeMs) return kept
  await db.delete('replies', nameOf(queryKey))
  return undefined
}
