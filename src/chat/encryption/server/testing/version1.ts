import { readFileSync } from 'node:fs'
import type { Tables } from '#server/db/tables.ts'
import type { Given, SignedInPerson } from '#server/testing/given.ts'
import { DAY } from '#server/time.ts'

/*
 * An encrypted chat of two people from before signed device lists: the server’s rows and the data stored in their browsers, as
 * written by the last release with protocol version 1. Asha verified the chat and created a recovery code.
 */

type Jwk = Record<string, string>
type Recorded = {
  _id: string
  name: string
  device: { wrapping: Jwk; signing: Jwk } & Record<string, unknown>
  conversations: Record<string, object>
  /** Fingerprints by device, by person. */
  people: Record<string, Record<string, string>>
}
type Row = Record<string, string | number | null>
type Fixture = { conversation: string; code: string; people: [Recorded, Recorded]; rows: [keyof Tables, Row[]][] }

const fixture = JSON.parse(readFileSync(new URL('version1.json', import.meta.url), 'utf8')) as Fixture

/* The parts of IndexedDB used here, because browser types do not exist on a server. */
type Request<T> = { result: T; error: unknown; onsuccess: () => void; onerror: () => void }
type Database = {
  createObjectStore: (name: string) => void
  transaction: (
    stores: string[],
    mode: 'readwrite',
  ) => { objectStore: (name: string) => { put: (value: unknown, key: string) => Request<void> } }
  close: () => void
}
type Factory = { open: (name: string, version: number) => Request<Database> & { onupgradeneeded: () => void } }

const fake = (await import('fake-indexeddb' as string)) as Record<string, unknown>
const globals = globalThis as unknown as Record<string, unknown>
for (const [name, value] of Object.entries(fake)) if (name.startsWith('IDB')) globals[name] = value

const file = new URL('../../web/client/deviceStorage.ts', import.meta.url)
const { deviceStorage } = (await import(file.href)) as { deviceStorage: (userId: string) => Promise<object> }

const done = <T>(request: Request<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const { subtle } = globalThis.crypto
const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' }
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }

const publicHalf = ({ kty = '', n, e, crv, x, y }: Jwk): Jwk =>
  Object.fromEntries(Object.entries({ kty, n, e, crv, x, y }).filter(([, value]) => value !== undefined)) as Jwk

/** Imports both halves as a browser stores them: the private one cannot be exported. */
const pairOf = async (jwk: Jwk, algorithm: typeof rsa | typeof ecdsa, [open, secret]: ['wrapKey', 'unwrapKey'] | ['verify', 'sign']) => ({
  publicKey: await subtle.importKey('jwk', publicHalf(jwk), algorithm, true, [open]),
  privateKey: await subtle.importKey('jwk', jwk, algorithm, false, [secret]),
})

const stores = ['device', 'conversations', 'people']

/** Writes the browser’s version 1 database, and opens it with the current code. */
const storageOf = async ({ _id, device, conversations, people }: Recorded): Promise<object> => {
  const request = (globals.indexedDB as Factory).open(`encryption-${_id}`, 1)
  request.onupgradeneeded = () => {
    for (const store of stores) request.result.createObjectStore(store)
  }
  const db = await done(request)
  const wrapping = await pairOf(device.wrapping, rsa, ['wrapKey', 'unwrapKey'])
  const signing = await pairOf(device.signing, ecdsa, ['verify', 'sign'])
  const values: [string, Record<string, unknown>][] = [
    ['device', { own: { ...device, wrapping, signing } }],
    ['conversations', conversations],
    ['people', people],
  ]
  for (const [store, records] of values)
    for (const [key, value] of Object.entries(records)) await done(db.transaction(stores, 'readwrite').objectStore(store).put(value, key))
  db.close()
  return deviceStorage(_id)
}

export type Upgraded = { person: SignedInPerson; storage: object }

/** Inserts the version 1 chat after the upgrade. Its devices were seen an hour ago. */
export const givenVersion1 = async (app: Given) => {
  globals.indexedDB = new (fake.IDBFactory as new () => Factory)()
  const people: Upgraded[] = []
  for (const recorded of fixture.people) {
    const person = await app.as('student', { id: recorded._id, name: recorded.name })
    people.push({ person, storage: await storageOf(recorded) })
  }
  const lastSeenAt = new Date(Date.now() - DAY / 24).toISOString()
  for (const [table, rows] of fixture.rows) {
    const values = table === 'devices' ? rows.map((row) => ({ ...row, lastSeenAt })) : rows
    await app.db
      .insertInto(table)
      .values(values as never)
      .execute()
  }
  const [asha, binod] = people as [Upgraded, Upgraded]
  return { app, id: fixture.conversation, code: fixture.code, asha, binod }
}
