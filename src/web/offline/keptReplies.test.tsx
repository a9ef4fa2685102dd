import * as fake from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { hasKept } from '../api/kept.ts'
import { signIn, signOut } from '../api/session.ts'
import { keep, readKept } from './keptReplies.ts'

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
  await keep(key, { owed: 500 }, 'first')
  const kept = await readKept(key)
  expect(kept?.reply).toEqual({ owed: 500 })
  expect(kept?.at).toBeGreaterThanOrEqual(before)
  expect(hasKept(id)).toBe(true)
  expect(await readKept(['/user/dashboard', { other: 1 }])).toBeUndefined()
})

test('a reply older than 14 days is deleted and not shown', async () => {
  enter()
  const now = Date.now()
  vi.useFakeTimers({ now: now - 15 * dayMs, toFake: ['Date'] })
  await keep(key, { owed: 500 }, 'first')
  vi.setSystemTime(now)
  expect(await readKept(key)).toBeUndefined()
  vi.setSystemTime(now - 15 * dayMs)
  expect(await readKept(key)).toBeUndefined()
})

test('a reply that arrives after the session is not stored', async () => {
  enter()
  await keep(key, { owed: 500 }, 'first')
  signOut()
  await keep(key, { owed: 700 }, 'first')
  enter('second')
  await keep(key, { owed: 900 }, 'first')
  expect(await readKept(key)).toBeUndefined()
})

test('a hundred replies are stored at most, the newest ones', async () => {
  enter()
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  for (let at = 0; at <= 100; at++) {
    vi.setSystemTime(now + at)
    await keep(['/document', at], at, 'first')
  }
  expect(await readKept(['/document', 0])).toBeUndefined()
  expect((await readKept(['/document', 1]))?.reply).toBe(1)
  expect((await readKept(['/document', 100]))?.reply).toBe(100)
})
