import * as fake from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deleteUnsent } from '#web/api/unsent.ts'
import type { Entry, UnsentStorage } from '../environment.ts'
import { hasUnsent } from '../resumeUnsent.ts'
import { settle } from '../testing/world.ts'
import { deviceStorage } from './deviceStorage.ts'

const opened: UnsentStorage[] = []
const open = (userId = 'asha', keepsNothing?: () => boolean): UnsentStorage => {
  const storage = deviceStorage(userId, keepsNothing)
  opened.push(storage)
  return storage
}

const { IDBFactory, IDBDatabase, IDBObjectStore, IDBIndex, IDBCursor, IDBTransaction, IDBRequest } = fake

beforeAll(() => {
  const classes = { IDBDatabase, IDBObjectStore, IDBIndex, IDBCursor, IDBTransaction, IDBRequest }
  for (const [name, given] of Object.entries(classes)) vi.stubGlobal(name, given)
})

beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory()))

afterEach(async () => {
  for (const storage of opened.splice(0)) storage.close()
  await settle()
})

afterAll(() => void vi.unstubAllGlobals())

const entry = (clientId: string, file: Entry['file'] = null): Entry => ({
  clientId,
  conversation: 'group',
  content: clientId,
  replyTo: null,
  mentions: [],
  file,
  createdAt: '2026-11-22T08:00:00.000Z',
  refused: null,
})

const ids = async (storage: UnsentStorage): Promise<string[]> => (await storage.all()).map(({ clientId }) => clientId)

test('keeps unsent messages and files for the next session, in the order of writing', async () => {
  const first = open()
  await first.add(entry('z'))
  await first.add(entry('a', { blob: new Blob(['%PDF-1.7']), name: 'Notes.pdf', mediaType: 'application/pdf' }))
  first.close()
  const next = open()
  expect(await ids(next)).toEqual(['z', 'a'])
  const [, withFile] = await next.all()
  expect(withFile?.file).toMatchObject({ name: 'Notes.pdf', mediaType: 'application/pdf' })
  expect(await withFile?.file?.blob.text()).toBe('%PDF-1.7')
})

test('a rejected entry keeps its place and its reason', async () => {
  const storage = open()
  for (const id of ['one', 'two']) await storage.add(entry(id))
  await storage.refuse('one', 'Not today')
  expect((await storage.all()).map(({ clientId, refused }) => [clientId, refused])).toEqual([
    ['one', 'Not today'],
    ['two', null],
  ])
})

test('only one of two tabs gets the same entry', async () => {
  const [one, other] = [open(), open()]
  await one.add(entry('once'))
  const taken = await Promise.all([one.take('once'), other.take('once'), one.take('never')])
  expect(taken.filter(Boolean).map((each) => each?.clientId)).toEqual(['once'])
  expect(await ids(other)).toEqual([])
})

test('notifies other tabs of changes, and lets one tab at a time work on a conversation', async () => {
  const [one, other] = [open(), open()]
  const heard = vi.fn()
  const stop = other.onChange(heard)
  await one.add(entry('news'))
  await expect.poll(() => heard.mock.calls.length).toBe(1)
  stop()
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const both = Promise.all([
    one.inTurn('group', async () => {
      began.resolve()
      await first.promise
      order.push('one')
    }),
    began.promise.then(() => other.inTurn('group', async () => void order.push('other'))),
    began.promise.then(() => other.inTurn('pair', async () => void order.push('elsewhere'))).then(first.resolve),
  ])
  await both
  expect(order).toEqual(['elsewhere', 'one', 'other'])
})

test('detects unsent messages without creating a database', async () => {
  expect(await hasUnsent('asha')).toBe(false)
  expect(await indexedDB.databases()).toEqual([])
  const storage = open()
  await storage.add(entry('one'))
  expect([await hasUnsent('asha'), await hasUnsent('mohan')]).toEqual([true, false])
  await storage.take('one')
  expect(await hasUnsent('asha')).toBe(false)
})

test('stores the draft of each conversation until it is null', async () => {
  const draft = { content: 'Half', replyTo: null, mentions: [], files: [new File(['%PDF-1.7'], 'Notes.pdf', { type: 'application/pdf' })] }
  const storage = open()
  await storage.writeDraft('group', draft)
  const kept = await open().readDraft('group')
  expect(kept).toEqual(draft)
  expect([kept?.files?.[0]?.name, await kept?.files?.[0]?.text()]).toEqual(['Notes.pdf', '%PDF-1.7'])
  expect(await storage.readDraft('pair')).toBeNull()
  await storage.writeDraft('group', null)
  expect(await open().readDraft('group')).toBeNull()
})

test('the next person on a device finds no data of the previous one', async () => {
  await open('asha').add(entry('secret'))
  await open('asha').writeDraft('group', { content: 'secret', replyTo: null, mentions: [] })
  expect(await ids(open('asha'))).toEqual(['secret'])
  expect(await open('asha').readDraft('group')).toMatchObject({ content: 'secret' })
  expect(await ids(open('mohan'))).toEqual([])
  expect(await open('mohan').readDraft('group')).toBeNull()
})

test('signing out deletes unsent messages, even if another tab has the database open', async () => {
  const [one, other] = [open(), open()]
  await one.add(entry('secret'))
  await one.writeDraft('group', { content: 'secret', replyTo: null, mentions: [] })
  expect(await ids(other)).toEqual(['secret'])
  one.close()
  deleteUnsent('asha')
  await expect.poll(async () => (await indexedDB.databases()).length).toBe(0)
  expect(await ids(open())).toEqual([])
})

test.each([
  ['has no database', undefined],
  [
    'refuses to open one',
    {
      open: () => {
        throw new DOMException('Not here', 'SecurityError')
      },
    },
  ],
])('in a browser that %s, what is unsent lives as long as the page', async (_, indexedDB) => {
  vi.stubGlobal('indexedDB', indexedDB)
  const storage = open()
  await storage.add(entry('one'))
  await storage.writeDraft('group', { content: 'Half', replyTo: null, mentions: [] })
  await storage.refuse('one', 'No')
  expect((await storage.all()).map(({ refused }) => refused)).toEqual(['No'])
  expect((await storage.readDraft('group'))?.content).toBe('Half')
  expect((await storage.take('one'))?.clientId).toBe('one')
  expect(await ids(storage)).toEqual([])
  expect(await hasUnsent('asha')).toBe(false)
  expect(() => deleteUnsent('asha')).not.toThrow()
})

test('keeps entries in memory that the database cannot store, for example on a full disk', async () => {
  const storage = open()
  await storage.add(entry('one'))
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  await storage.add(entry('two'))
  add.mockRestore()
  expect(await ids(storage)).toEqual(['one', 'two'])
  expect((await storage.take('two'))?.clientId).toBe('two')
})

test('if nothing may stay in this browser, all entries last as long as the page, including earlier ones', async () => {
  let keepsNothing = false
  const storage = open('asha', () => keepsNothing)
  const draft = { content: 'Half', replyTo: null, mentions: [] }
  await storage.add(entry('before'))
  await storage.writeDraft('group', draft)
  keepsNothing = true
  await storage.add(entry('after'))
  await storage.writeDraft('pair', draft)
  expect(await ids(storage)).toEqual(['before', 'after'])
  expect([await storage.readDraft('group'), await storage.readDraft('pair')]).toEqual([draft, draft])
  expect((await storage.take('before'))?.clientId).toBe('before')
  const next = open()
  expect([await ids(next), await next.readDraft('group'), await next.readDraft('pair')]).toEqual([[], null, null])
})
