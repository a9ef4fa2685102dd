import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DeviceKeys } from '../crypto/device.ts'
import type { EncryptionStorage, Pins, Remembered } from './storage.ts'

/*
 * What an attacker can do here, and which line stops it. Each person has a database of their own in a browser that several
 * use, and the private keys in it are non-extractable: who opens the database without the person's session has keys that
 * open nothing without the server's wraps. Nothing that was decrypted is ever written here.
 */

interface Schema extends DBSchema {
  device: { key: 'own'; value: DeviceKeys }
  conversations: { key: string; value: Remembered }
  people: { key: string; value: Pins }
}
type Database = IDBPDatabase<Schema>

export const databaseOf = (userId: string): string => `encryption-${userId}`

/** A browser that has not opened the database by then has a broken one. */
const patienceMs = 5_000

const opened = (userId: string): Promise<Database> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database of the browser does not open')), patienceMs)
    openDB<Schema>(databaseOf(userId), 1, {
      upgrade: (db) => {
        db.createObjectStore('device')
        db.createObjectStore('conversations')
        db.createObjectStore('people')
      },
      // Another tab wipes this browser.
      blocking: (_, __, event) => (event.target as IDBDatabase).close(),
    })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })

/** Reads, changes and writes one value in one transaction, which other tabs wait for. */
const change = async <S extends 'conversations' | 'people'>(
  db: Database,
  store: S,
  key: string,
  next: (before: Schema[S]['value'] | undefined) => Schema[S]['value'],
): Promise<Schema[S]['value']> => {
  const tx = db.transaction(store, 'readwrite', { durability: 'strict' })
  const value = next((await tx.store.get(key)) as Schema[S]['value'] | undefined)
  await tx.store.put(value as never, key)
  await tx.done
  return value
}

/** The browser's database for one person. Rejects where the browser has none, such as in some private windows. */
export const deviceStorage = async (userId: string): Promise<EncryptionStorage> => {
  const db = await opened(userId)
  // Without it a browser that runs out of space may drop the keys.
  void globalThis.navigator?.storage?.persist?.().catch(() => false)
  return {
    device: () => db.get('device', 'own'),
    addDevice: async (device) => {
      const tx = db.transaction('device', 'readwrite', { durability: 'strict' })
      const known = await tx.store.get('own')
      if (!known) await tx.store.put(device, 'own')
      await tx.done
      return known ?? device
    },
    removeDevice: () => db.delete('device', 'own'),
    conversation: (id) => db.get('conversations', id),
    updateConversation: (id, next) => change(db, 'conversations', id, next),
    pin: (userId, fingerprints) => change(db, 'people', userId, (before) => ({ ...fingerprints, ...before })),
    wipe: async () => {
      for (const store of ['device', 'conversations', 'people'] as const) await db.clear(store)
      db.close()
      globalThis.indexedDB.deleteDatabase(databaseOf(userId))
    },
    close: () => db.close(),
  }
}
