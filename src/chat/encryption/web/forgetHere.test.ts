import * as fake from 'fake-indexeddb'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deviceStorage } from './client/deviceStorage.ts'
import { nothingRemembered } from './client/storage.ts'
import type { DeviceKeys } from './crypto/device.ts'
import { forgetWithoutKeys } from './forgetHere.ts'

const { IDBFactory, IDBDatabase, IDBObjectStore, IDBIndex, IDBCursor, IDBTransaction, IDBRequest } = fake

beforeAll(() => {
  const classes = { IDBDatabase, IDBObjectStore, IDBIndex, IDBCursor, IDBTransaction, IDBRequest }
  for (const [name, given] of Object.entries(classes)) vi.stubGlobal(name, given)
})
beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory()))
afterAll(() => void vi.unstubAllGlobals())

const names = async () => (await indexedDB.databases()).map(({ name }) => name)

/** What a browser has stored of Asha's encrypted chats; its page is still open. */
const given = async () => {
  const storage = await deviceStorage('asha')
  await storage.updateConversation('pair', () => nothingRemembered)
  await storage.addPins('binod', { device: 'fingerprint' })
  return storage
}

test('a browser without keys deletes what it knows of encrypted chats', async () => {
  await given()
  expect(await names()).toEqual(['encryption-asha'])
  await forgetWithoutKeys('asha')
  expect(await names()).toEqual([])
})

test('a browser with keys keeps them and all that it knows', async () => {
  const storage = await given()
  await storage.addDevice({ deviceId: 'phone' } as DeviceKeys)
  await forgetWithoutKeys('asha')
  expect(await storage.device()).toEqual({ deviceId: 'phone' })
  expect(await storage.conversation('pair')).toEqual(nothingRemembered)
  storage.close()
})

test('a browser that knows nothing stores nothing', async () => {
  await forgetWithoutKeys('ravi')
  expect(await names()).not.toContain('encryption-ravi')
})
