import * as fake from 'fake-indexeddb'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { signIn, signOut } from '#web/api/session.ts'
import { deviceStorage } from './client/deviceStorage.ts'
import { nothingRemembered } from './client/storage.ts'
import { comingEncryption } from './comingEncryption.ts'
import { databaseOf } from './forgetHere.ts'

const { IDBFactory, IDBDatabase, IDBObjectStore, IDBIndex, IDBCursor, IDBTransaction, IDBRequest } = fake

beforeAll(() => {
  const classes = { IDBDatabase, IDBObjectStore, IDBIndex, IDBCursor, IDBTransaction, IDBRequest }
  for (const [name, given] of Object.entries(classes)) vi.stubGlobal(name, given)
})
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  signIn({ token: 'first', user: { _id: 'asha', name: 'Asha', email: null, role: 'student' } })
})
afterAll(() => {
  signOut()
  vi.unstubAllGlobals()
})

test('knows the chats that this browser has stored as encrypted, of this person alone', async () => {
  const [mine, others] = [await deviceStorage('asha'), await deviceStorage('binod')]
  await mine.updateConversation('pair', () => nothingRemembered)
  await others.updateConversation('other', () => nothingRemembered)
  expect(await comingEncryption().remembered()).toEqual(new Set(['pair']))
  mine.close()
  others.close()
})

test('a browser that has stored nothing knows none, and is left without a database', async () => {
  expect(await comingEncryption().remembered()).toEqual(new Set())
  expect(await indexedDB.databases()).toEqual([])
})

test('does not say that none is encrypted if what is stored cannot be read', async () => {
  const opening = indexedDB.open(databaseOf('asha'), 1)
  opening.onupgradeneeded = () => void opening.result.createObjectStore('another')
  await new Promise((resolve) => {
    opening.onsuccess = resolve
  })
  opening.result.close()
  await expect(comingEncryption().remembered()).rejects.toThrow()
  vi.spyOn(indexedDB, 'open').mockReturnValue({} as IDBOpenDBRequest)
  await expect(comingEncryption().remembered()).rejects.toThrow('does not open')
})

test('gives the encryption of an ended session to nobody', async () => {
  const coming = comingEncryption()
  signOut()
  await expect(coming.load()).rejects.toThrow('The session has ended')
})
