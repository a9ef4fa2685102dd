import * as fake from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { hasStoredReplies } from '../api/replyDatabase.ts'
import { signIn, signOut } from '../api/session.ts'
import { readStoredReply, storeReply } from './storedReplies.ts'

const { IDBFactory, IDBDatabase, IDBObjectStore, IDBIndex, IDBCursor, IDBCursorWithValue, IDBTransaction, IDBRequest } = fake
const dayMs = 86_400_000
const key = ['/user/dashboard', {}]

beforeEach(() => {
  const classes = { IDBDatabase, IDBObjectStore, IDBIndex, IDBCursor, IDBCursorWithValue, IDBTransaction, IDBRequest }
  for (const [name, given] of Object.entries(classes)) vi.stubGlobal(name, given)
  vi.stubGlobal('indexedDB', new IDBFactory())
  people++
})

let people = 0
const enter = (token = 'first') => {
  const _id = `student-${people}`
  signIn({ token, user: { _id, name: 'Asha', email: null, role: 'student' } })
  return _id
}

test('a stored reply is returned with its age', async () => {
  const id = enter()
  const before = Date.now()
  await storeReply(key, { owed: 500 }, 'first')
  const stored = await readStoredReply(key)
  expect(stored?.reply).toEqual({ owed: 500 })
  expect(stored?.at).toBeGreaterThanOrEqual(before)
  expect(hasStoredReplies(id)).toBe(true)
  expect(await readStoredReply(['/user/dashboard', { other: 1 }])).toBeUndefined()
})

test('a reply older than 14 days is deleted and not shown', async () => {
  enter()
  const now = Date.now()
  vi.useFakeTimers({ now: now - 14 * dayMs, toFake: ['Date'] })
  await storeReply(key, { owed: 500 }, 'first')
  vi.setSystemTime(now)
  expect((await readStoredReply(key))?.reply).toEqual({ owed: 500 })
  vi.setSystemTime(now + 1)
  expect(await readStoredReply(key)).toBeUndefined()
  vi.setSystemTime(now)
  expect(await readStoredReply(key)).toBeUndefined()
})

test('a reply that arrives after the session is not stored', async () => {
  enter()
  await storeReply(key, { owed: 500 }, 'first')
  signOut()
  await storeReply(key, { owed: 700 }, 'first')
  enter('second')
  await storeReply(key, { owed: 900 }, 'first')
  expect(await readStoredReply(key)).toBeUndefined()
  const storing = storeReply(key, { owed: 950 }, 'second')
  enter('third')
  await storing
  expect(await readStoredReply(key)).toBeUndefined()
})

test('a hundred replies are stored at most, the newest ones', async () => {
  enter()
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  for (let at = 0; at <= 100; at++) {
    vi.setSystemTime(now + at)
    await storeReply(['/document', at], at, 'first')
  }
  expect(await readStoredReply(['/document', 0])).toBeUndefined()
  expect((await readStoredReply(['/document', 1]))?.reply).toBe(1)
  expect((await readStoredReply(['/document', 100]))?.reply).toBe(100)
})
