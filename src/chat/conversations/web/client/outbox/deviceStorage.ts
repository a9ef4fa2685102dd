import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { unsentOf } from '#web/api/unsent.ts'
import type { Entry, SavedDraft, UnsentStorage } from '../environment.ts'
import { memoryStorage } from './memoryStorage.ts'

interface Unsent extends DBSchema {
  /** Keys increase, so they give the order of sending, regardless of which tab added an entry. */
  outbox: { key: number; value: Entry; indexes: { clientId: string } }
  drafts: { key: string; value: SavedDraft }
}
type Database = IDBPDatabase<Unsent>

/** A browser that takes longer than this to open the database is treated as unable to. */
const patienceMs = 5_000

/** Calls `ended` when the browser has closed the database. */
const opened = (name: string, ended: () => void): Promise<Database> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database of the browser does not open')), patienceMs)
    openDB<Unsent>(name, 1, {
      upgrade: (db) => {
        db.createObjectStore('outbox', { autoIncrement: true }).createIndex('clientId', 'clientId', { unique: true })
        db.createObjectStore('drafts')
      },
      terminated: ended,
      // Another tab deletes the database because the person signs out.
      blocking: (_, __, event) => (event.target as IDBDatabase).close(),
    })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })

const takeFrom = async (db: Database, clientId: string): Promise<Entry | undefined> => {
  const tx = db.transaction('outbox', 'readwrite')
  const key = await tx.store.index('clientId').getKey(clientId)
  const entry = key === undefined ? undefined : await tx.store.get(key)
  if (key !== undefined) await tx.store.delete(key)
  await tx.done
  return entry
}

const refuseIn = async (db: Database, clientId: string, refused: string): Promise<void> => {
  const tx = db.transaction('outbox', 'readwrite')
  const cursor = await tx.store.index('clientId').openCursor(clientId)
  await cursor?.update({ ...cursor.value, refused })
  await tx.done
}

/** Moves the entries of the database into memory. */
const moved = async (db: Database, memory: UnsentStorage): Promise<void> => {
  for (const entry of await db.getAll('outbox')) await memory.add(entry)
  for (const conversation of await db.getAllKeys('drafts'))
    await memory.writeDraft(conversation, (await db.get('drafts', conversation)) ?? null)
  await db.clear('outbox')
  await db.clear('drafts')
}

/**
 * Stores a person's unsent messages and drafts in the browser's database. Entries that it cannot store are kept in memory, as are
 * all entries once `keepsNothing` returns true, which means that nothing may stay in this browser.
 */
export const deviceStorage = (userId: string, keepsNothing: () => boolean = () => false): UnsentStorage => {
  const name = unsentOf(userId)
  const memory = memoryStorage()
  let opening: Promise<Database | undefined> | undefined
  let leaving: Promise<void> | undefined
  let isClosed = false
  const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)

  const onDevice = async <T>(work: (db: Database) => Promise<T>): Promise<T | undefined> => {
    if (isClosed) return undefined
    opening ??= opened(name, () => {
      opening = undefined
    }).catch(() => undefined)
    const db = await opening
    if (!db) return undefined
    if (keepsNothing()) {
      leaving ??= moved(db, memory).catch(() => undefined)
      await leaving
      return undefined
    }
    return work(db).catch(() => undefined)
  }
  const told = (): void => {
    if (!isClosed) tabs?.postMessage('changed')
  }
  return {
    all: async () => [...((await onDevice((db) => db.getAll('outbox'))) ?? []), ...(await memory.all())],
    add: async (entry) => {
      const key = await onDevice(async (db) => {
        const tx = db.transaction('outbox', 'readwrite', { durability: 'strict' })
        const added = await tx.store.add(entry)
        await tx.done
        return added
      })
      if (key === undefined) await memory.add(entry)
      told()
    },
    refuse: async (clientId, message) => {
      await memory.refuse(clientId, message)
      await onDevice((db) => refuseIn(db, clientId, message))
      told()
    },
    take: async (clientId) => {
      const entry = (await memory.take(clientId)) ?? (await onDevice((db) => takeFrom(db, clientId)))
      if (entry) told()
      return entry
    },
    readDraft: async (conversation) => (await onDevice((db) => db.get('drafts', conversation))) ?? (await memory.readDraft(conversation)),
    writeDraft: async (conversation, draft) => {
      const isKept = await onDevice(async (db) => {
        if (draft) await db.put('drafts', draft, conversation)
        else await db.delete('drafts', conversation)
        return true
      })
      await memory.writeDraft(conversation, isKept ? null : draft)
    },
    onChange: (changed) => {
      tabs?.addEventListener('message', changed)
      return () => tabs?.removeEventListener('message', changed)
    },
    // Web Locks require https; without them, two tabs may send the same message, which the server stores once.
    inTurn: (conversation, work) => {
      const locks = globalThis.navigator?.locks as LockManager | undefined
      return locks ? (locks.request(`${name} ${conversation}`, work) as ReturnType<typeof work>) : work()
    },
    close: () => {
      isClosed = true
      tabs?.close()
      void opening?.then((db) => db?.close())
    },
  }
}
