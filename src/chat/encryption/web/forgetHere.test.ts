import * as fake from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountsApi } from '#people/accounts/accounts.contract.ts'
import { endHere } from '#people/accounts/web/logout.ts'
import { call } from '#web/api/call.ts'
import { getSession, keepScreensIf, type SessionUser, signIn, signOut } from '#web/api/session.ts'
// Registers what is deleted at the end of a session.
import '../encryption.pages.tsx'
import { deviceStorage } from './client/deviceStorage.ts'
import { People } from './client/people.ts'
import { nothingRemembered } from './client/storage.ts'
import { ThisDevice } from './client/thisDevice.ts'
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

/** The data a browser has stored about Asha’s encrypted chats; its page is still open. */
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

test('a browser with keys keeps them and all its data', async () => {
  const storage = await given()
  await storage.addDevice({ deviceId: 'phone' } as DeviceKeys)
  await forgetWithoutKeys('asha')
  expect(await storage.device()).toEqual({ deviceId: 'phone' })
  expect(await storage.conversation('pair')).toEqual(nothingRemembered)
  storage.close()
})

test('a browser without data stores nothing', async () => {
  await forgetWithoutKeys('ravi')
  expect(await names()).not.toContain('encryption-ravi')
})

const user: SessionUser = { _id: 'asha', name: 'Asha', email: 'asha@example.org', role: 'student' }
const token = 'the first token'

const refused = (status: number, body: object) => async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }))
  await call(accountsApi.me).catch(() => undefined)
}

/** Ends a session; the server returns this to its next call. */
const ends: [string, () => void | Promise<void>][] = [
  ['the person signs out', () => endHere({ forgetHere: forgetWithoutKeys })],
  ['the session has expired', refused(401, { message: 'Please sign in.', code: 'not_signed_in' })],
  ['the account has expired', refused(403, { message: 'Your account has expired.', code: 'accounts.expired', expired: true })],
  ['an administrator has set a new password', refused(401, { message: 'Please sign in.', code: 'not_signed_in' })],
  ['another browser has ended the session', refused(401, { message: 'Please sign in.', code: 'not_signed_in' })],
  [
    'it has ended over unsaved input',
    async () => {
      keepScreensIf(() => true)
      await refused(401, { message: 'Please sign in.', code: 'not_signed_in' })()
    },
  ],
]

describe('the data of encrypted chats in a browser', () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
    signIn({ token, user })
  })
  afterEach(() => {
    keepScreensIf(() => false)
    signOut()
  })

  test.each(ends)('on an own device is everything, its keys too, after %s', async (_, end) => {
    const storage = await given()
    await storage.addDevice({ deviceId: 'phone' } as DeviceKeys)
    storage.close()
    await end()
    expect(getSession()).toBeNull()
    await settled()
    const again = await deviceStorage('asha')
    expect(await again.device()).toEqual({ deviceId: 'phone' })
    expect(await again.conversation('pair')).toEqual(nothingRemembered)
    expect(await again.pins('binod')).toEqual({ device: 'fingerprint' })
    again.close()
  })

  test.each(ends)('in a browser that was opened once and holds no keys is nothing after %s', async (_, end) => {
    await given()
    expect(await names()).toEqual(['encryption-asha'])
    await end()
    expect(getSession()).toBeNull()
    await vi.waitFor(async () => expect(await names()).toEqual([]))
  })

  test.each(ends)('on a shared computer that a recovery code opened is nothing after %s', async (_, end) => {
    const ports = {
      call: () => Promise.reject(new Error('away')),
      me: user,
      openStorage: () => deviceStorage('asha'),
      deviceName: () => 'Chrome',
      after: () => () => {},
      persist: async () => true,
      now: () => new Date(),
    }
    const device: ThisDevice = new ThisDevice(ports, () => new People(() => device.storage, ports))
    await device.start()
    await device.keepNothing()
    await device.storage.updateConversation('pair', () => nothingRemembered)
    device.becomeRecovery({ deviceId: 'code' } as DeviceKeys)
    expect(device.state.get()).toBe('recovery')
    await end()
    await settled()
    expect(await names()).toEqual([])
  })

  test('stay if the same person continues with another session', async () => {
    await given()
    signIn({ token: 'the next token', user })
    await settled()
    expect(await names()).toEqual(['encryption-asha'])
  })
})

/** Waits for the work started by the end of the session. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve))
}
