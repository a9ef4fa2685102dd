import { type DBSchema, type IDBPDatabase, openDB, type StoreNames, type StoreValue } from 'idb'
import type { DeviceKeys } from '../crypto/device.ts'
import { databaseOf } from '../forgetHere.ts'
import {
  type EncryptionStorage,
  type Expected,
  newOwn,
  type Own,
  type Person,
  type Pins,
  type Remembered,
  type RememberedV1,
  type Seen,
  toRemembered,
} from './storage.ts'

/*
 * What an attacker can do here, and which line stops it. Each person has their own database in a browser that several
 * people use, and its private keys are non-extractable: with the database but without the person's session, they decrypt
 * nothing, because the wrapped keys are on the server and among the stored replies, which are deleted when the session ends.
 * Nothing decrypted is ever written here. Another tab changes the same record: each change is one transaction (`change`).
 */

interface Schema extends DBSchema {
  device: { key: 'own'; value: DeviceKeys }
  own: { key: 'state'; value: Own }
  conversations: { key: string; value: Remembered | RememberedV1 }
  /** Fingerprints from version 1. */
  people: { key: string; value: Pins }
  chains: { key: string; value: Person }
  expected: { key: string; value: Expected }
  /** By conversation and identity. */
  seen: { key: [conversation: string, identity: string]; value: Seen }
}
type Database = IDBPDatabase<Schema>

/** A browser that takes longer than this to open the database is treated as unable to. */
const patienceMs = 5_000

const stores = ['device', 'own', 'conversations', 'people', 'chains', 'expected', 'seen'] as const

const opened = (userId: string): Promise<Database> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database of the browser does not open')), patienceMs)
    openDB<Schema>(databaseOf(userId), 2, {
      // Version 1 had the first, third and fourth of these.
      upgrade: (db) => {
        for (const store of stores) if (!db.objectStoreNames.contains(store)) db.createObjectStore(store)
      },
      // Another tab wipes this browser.
      blocking: (_, __, event) => (event.target as IDBDatabase).close(),
    })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })

type Changed = 'own' | 'conversations' | 'people' | 'chains'

/** Reads, changes and writes one value in one transaction, for which other tabs wait. Undefined leaves it unchanged. */
const change = async <S extends Changed>(
  db: Database,
  store: S,
  key: string,
  next: (before: StoreValue<Schema, S> | undefined) => StoreValue<Schema, S> | undefined,
): Promise<StoreValue<Schema, S> | undefined> => {
  const tx = db.transaction(store as StoreNames<Schema>, 'readwrite', { durability: 'strict' })
  const value = next((await tx.store.get(key as never)) as StoreValue<Schema, S> | undefined)
  if (value !== undefined) await tx.store.put(value as never, key as never)
  await tx.done
  return value
}

const all = async <S extends 'conversations' | 'people' | 'chains' | 'expected'>(
  db: Database,
  store: S,
): Promise<Map<string, StoreValue<Schema, S>>> => {
  const tx = db.transaction(store as StoreNames<Schema>, 'readonly')
  const [keys, values] = await Promise.all([tx.store.getAllKeys(), tx.store.getAll()])
  return new Map(keys.map((key, at) => [key as string, values[at] as StoreValue<Schema, S>]))
}

const device = (db: Database): Pick<EncryptionStorage, 'device' | 'addDevice' | 'replaceDevice' | 'own' | 'updateOwn'> => ({
  device: () => db.get('device', 'own'),
  addDevice: async (made) => {
    const tx = db.transaction('device', 'readwrite', { durability: 'strict' })
    const known = await tx.store.get('own')
    if (!known) await tx.store.put(made, 'own')
    await tx.done
    return known ?? made
  },
  replaceDevice: async (made) => {
    const tx = db.transaction('device', 'readwrite', { durability: 'strict' })
    await tx.store.put(made, 'own')
    await tx.done
  },
  own: async () => (await change(db, 'own', 'state', (before) => before ?? newOwn())) as Own,
  updateOwn: async (next) => (await change(db, 'own', 'state', (before) => next(before ?? newOwn()))) as Own,
})

const trust = (
  db: Database,
): Pick<EncryptionStorage, 'conversation' | 'conversations' | 'updateConversation' | 'person' | 'people' | 'updatePerson'> => ({
  conversation: async (id) => toRemembered(await db.get('conversations', id)),
  conversations: async () => new Map([...(await all(db, 'conversations'))].map(([id, kept]) => [id, toRemembered(kept) as Remembered])),
  updateConversation: async (id, next) => (await change(db, 'conversations', id, (before) => next(toRemembered(before)))) as Remembered,
  person: (userId) => db.get('chains', userId),
  people: () => all(db, 'chains'),
  updatePerson: (userId, next) => change(db, 'chains', userId, next),
})

const shown = (db: Database): Pick<EncryptionStorage, 'seen' | 'saveSeen'> => ({
  seen: async (conversation) => {
    const range = IDBKeyRange.bound([conversation], [conversation, []])
    const tx = db.transaction('seen', 'readonly')
    const [keys, values] = await Promise.all([tx.store.getAllKeys(range), tx.store.getAll(range)])
    return new Map(keys.map(([, identity], at) => [identity, values[at] as Seen]))
  },
  saveSeen: async (conversation, entries) => {
    const tx = db.transaction('seen', 'readwrite', { durability: 'relaxed' })
    for (const [identity, one] of entries) void tx.store.put(one, [conversation, identity])
    await tx.done
  },
})

/** Opens one person's database in this browser. Rejects if the browser has no storage, such as in some private windows. */
export const deviceStorage = async (userId: string): Promise<EncryptionStorage> => {
  const db = await opened(userId)
  return {
    ...device(db),
    ...trust(db),
    ...shown(db),
    expected: () => all(db, 'expected'),
    expect: async (expected) => {
      const tx = db.transaction('expected', 'readwrite')
      for (const [userId, one] of expected) void tx.store.put(one, userId)
      await tx.done
    },
    pins: async (id) => (await db.get('people', id)) ?? {},
    allPins: () => all(db, 'people'),
    addPins: async (id, more) => void (await change(db, 'people', id, (before) => ({ ...more, ...before }))),
    wipe: async () => {
      for (const store of stores) await db.clear(store)
      db.close()
      globalThis.indexedDB.deleteDatabase(databaseOf(userId))
    },
    close: () => db.close(),
  }
}
