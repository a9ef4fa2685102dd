import * as fake from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { CallError } from '#web/api/callError.ts'
import { signIn, signOut } from '#web/api/session.ts'
import { readStoredReply } from '#web/offline/storedReplies.ts'
import { conversationCalls } from '../../../conversations.calls.contract.ts'
import { messageCalls } from '../../../conversations.messages.contract.ts'
import type { Message } from '../../../conversations.shapes.contract.ts'
import type { Call, ChatSocket } from '../environment.ts'
import { readKeys, storeKeys } from './storedCalls.ts'
import { withStoredChats } from './withStoredChats.ts'

const { IDBFactory, IDBDatabase, IDBObjectStore, IDBIndex, IDBCursor, IDBCursorWithValue, IDBTransaction, IDBRequest } = fake
let people = 0

beforeEach(() => {
  const classes = { IDBDatabase, IDBObjectStore, IDBIndex, IDBCursor, IDBCursorWithValue, IDBTransaction, IDBRequest }
  for (const [name, given] of Object.entries(classes)) vi.stubGlobal(name, given)
  vi.stubGlobal('indexedDB', new IDBFactory())
  people++
})

const message = (seq: number, more: Partial<Message> = {}): Message =>
  ({
    ...{ _id: `m${seq}`, conversation: 'c1', seq, change: seq, clientId: `k${seq}`, type: 'text', content: `text ${seq}` },
    ...{ sender: { _id: 'binod', name: 'Binod', role: 'student', profilePicture: null }, createdAt: '2026-11-22T08:00:00.000Z' },
    ...{ isEdited: false, editedAt: null, editedBy: null, isDeleted: false, reactions: [], attachment: null, replyTo: null, mentions: [] },
    ...more,
  }) as Message

const upTo = (last: number, first = 1): Message[] => Array.from({ length: last - first + 1 }, (_, at) => message(first + at))
const page = (items: Message[], more: object = {}) => {
  const last = items.at(-1)?.seq ?? 0
  return { items, hasMore: false, lastSeq: last, lastChange: last, ...more }
}
const conversation = (lastMessage: Message) => ({ _id: 'c1', name: 'Binod', lastSeq: lastMessage.seq, lastMessage })

/** A student’s chat whose server replies what `replies` has, by the path of the call; without an entry there is no connection. */
const given = ({ mayStore = true } = {}) => {
  signIn({ token: 'first', user: { _id: `student-${people}`, name: 'Asha', email: null, role: 'student' } })
  const replies = new Map<Endpoint, unknown>()
  const handlers = new Map<string, (payload: unknown) => void>()
  const call = vi.fn(async (endpoint: Endpoint) => {
    const reply = replies.get(endpoint) ?? new CallError(0, { code: 'network', message: 'No network' }, false)
    if (reply instanceof Error) throw reply
    return reply
  })
  const on: ChatSocket['on'] = ({ name }, handler) => {
    handlers.set(name, handler as (payload: unknown) => void)
    return () => void handlers.delete(name)
  }
  const stored = withStoredChats({
    call: call as unknown as Call,
    socket: { on } as ChatSocket,
    token: 'first',
    mayStore: () => mayStore,
  })
  const list = () => stored.call(conversationCalls.conversations, { query: {} })
  const messages = (query: Record<string, string> = { page: '1' }) => stored.call(messageCalls.messages, { params: { id: 'c1' }, query })
  /** The stored numbers, or undefined if nothing is stored. */
  const kept = async () => (await readStoredReply(['chat', 'c1']))?.reply as ReturnType<typeof page> | undefined
  const keptSeqs = async () => (await kept())?.items.map(({ seq }) => seq)
  return { replies, list, messages, kept, keptSeqs, hear: (event: string, payload: unknown) => handlers.get(event)?.(payload) }
}

test('reads the list and the messages of an opened conversation without a connection', async () => {
  const { replies, list, messages, keptSeqs } = given()
  replies.set(conversationCalls.conversations, { items: [conversation(message(3))], nextCursor: 'more' })
  replies.set(messageCalls.messages, page(upTo(3)))
  await list()
  await messages()
  await vi.waitFor(async () => expect(await keptSeqs()).toEqual([1, 2, 3]))
  replies.clear()
  expect(await list()).toMatchObject({ items: [{ _id: 'c1' }], nextCursor: null })
  expect(await messages()).toEqual(page(upTo(3)))
  await expect(messages({ before: '2' })).rejects.toThrow('No network')
})

test('adds what is received, keeps the last 50, and leaves no gap', async () => {
  const { replies, messages, kept, keptSeqs, hear } = given()
  replies.set(messageCalls.messages, page(upTo(49)))
  await messages()
  await vi.waitFor(async () => expect(await keptSeqs()).toHaveLength(49))
  hear('new_message', message(50))
  hear('new_message', message(51))
  hear('new_message', message(53))
  await vi.waitFor(async () => expect((await keptSeqs())?.at(-1)).toBe(51))
  expect(await kept()).toMatchObject({ hasMore: true, lastSeq: 51, items: { length: 50 } })
  replies.set(messageCalls.messages, page([message(52), message(53)]))
  await messages({ after: '51' })
  await vi.waitFor(async () => expect(await keptSeqs()).toEqual(upTo(53, 4).map(({ seq }) => seq)))
  replies.set(messageCalls.messages, page(upTo(200, 190), { hasMore: false }))
  await messages({ after: '189' })
  await vi.waitFor(async () => expect(await keptSeqs()).toEqual(upTo(200, 190).map(({ seq }) => seq)))
})

test('stores a conversation that opened at its first unread message, and goes on as the person reads', async () => {
  const { replies, messages, kept, keptSeqs, hear } = given()
  const read = async (after: number, items: Message[]) => {
    replies.set(messageCalls.messages, page(items, { hasMore: true, lastSeq: 200, lastChange: 200 }))
    await messages({ after: String(after) })
  }
  await read(0, upTo(50))
  await vi.waitFor(async () => expect(await kept()).toMatchObject({ items: { length: 50 }, hasMore: false, lastSeq: 50 }))
  hear('new_message', message(201))
  await read(50, upTo(100, 51))
  await vi.waitFor(async () => expect(await keptSeqs()).toEqual(upTo(100, 51).map(({ seq }) => seq)))
  expect(await kept()).toMatchObject({ hasMore: true, lastSeq: 100 })
  await read(9, upTo(34, 10))
  replies.clear()
  expect(await messages()).toMatchObject({ items: upTo(100, 51), lastSeq: 100 })
})

test('removes the content of a deleted message, its quote and its line in the list', async () => {
  const { replies, list, messages, kept, hear } = given()
  const quoted = { _id: 'm1', seq: 1, type: 'text', content: 'text 1', sender: { _id: 'binod', name: 'Binod' }, isDeleted: false }
  replies.set(conversationCalls.conversations, { items: [conversation(message(1))], nextCursor: null })
  replies.set(messageCalls.messages, page([message(1), message(2, { replyTo: quoted as Message['replyTo'] })]))
  await list()
  await messages()
  await vi.waitFor(async () => expect(await kept()).toBeDefined())
  hear('message_deleted', { messageId: 'm1', conversationId: 'c1', change: 9 })
  await vi.waitFor(async () => expect((await kept())?.items[0]).toMatchObject({ isDeleted: true, content: null, change: 9 }))
  await vi.waitFor(async () => expect(JSON.stringify((await readStoredReply(['chats']))?.reply)).not.toContain('text 1'))
  expect(JSON.stringify(await kept())).not.toContain('text 1')
})

test('removes the content of a message that was deleted while the tab had no connection', async () => {
  const { replies, messages, kept } = given()
  replies.set(messageCalls.messages, page(upTo(3)))
  await messages()
  await vi.waitFor(async () => expect(await kept()).toBeDefined())
  const changed = [message(1, { content: null, isDeleted: true, change: 7 }), message(2, { content: 'edited', change: 8 })]
  replies.set(messageCalls.messages, page(changed, { lastSeq: 3, lastChange: 8 }))
  await messages({ changedAfter: '3' })
  await vi.waitFor(async () => expect((await kept())?.items.map(({ content }) => content)).toEqual([null, 'edited', 'text 3']))
})

const encrypted = (seq: number, ciphertext = `ciphertext ${seq}`) =>
  message(seq, { content: null, encryption: { keyVersion: 1, ciphertext } as Message['encryption'] })

test('stores messages of an encrypted conversation as the server sent them, up to a deletion', async () => {
  const { replies, messages, kept, hear } = given()
  replies.set(messageCalls.messages, page([encrypted(1), encrypted(2)]))
  await messages()
  hear('new_message', encrypted(3))
  await vi.waitFor(async () => expect(await kept()).toEqual(page([encrypted(1), encrypted(2), encrypted(3)])))
  hear('message_deleted', { messageId: 'm1', conversationId: 'c1', change: 9 })
  await vi.waitFor(async () => expect(JSON.stringify(await kept())).not.toContain('ciphertext 1'))
  hear('message_edited', { ...encrypted(2, 'another'), change: 10 })
  await vi.waitFor(async () => expect(JSON.stringify(await kept())).not.toContain('ciphertext 2'))
  replies.clear()
  expect(JSON.stringify(await messages())).toContain('ciphertext 3')
})

test('keeps keys with the stored messages of a conversation, and never longer', async () => {
  const { replies, messages, kept, hear } = given()
  storeKeys('c1', { status: { newest: 'first' }, headers: { 1: 'header 1' } }, 'first')
  await vi.dynamicImportSettled()
  expect(await readKeys('c1')).toBeUndefined()
  replies.set(messageCalls.messages, page([encrypted(1)]))
  await messages()
  await vi.waitFor(async () => expect(await readKeys('c1')).toBeDefined())
  storeKeys('c1', { status: { newest: 'second' }, headers: { 2: 'header 2' } }, 'first')
  const all = { status: { newest: 'second' }, headers: { 1: 'header 1', 2: 'header 2' } }
  await vi.waitFor(async () => expect(await readKeys('c1')).toEqual(all))
  hear('conversation_removed', { conversationId: 'c1' })
  await vi.waitFor(async () => expect(await kept()).toBeUndefined())
  await vi.waitFor(async () => expect(await readKeys('c1')).toBeUndefined())
})

test('looks for what was deleted, edited or left meanwhile as soon as the list is loaded', async () => {
  const { replies, list, messages, kept } = given()
  const other = { ...conversation(message(1)), _id: 'c2', updatedAt: '2026-11-20T08:00:00.000Z', lastChange: 1 }
  const listed = (lastChange: number) => ({ ...conversation(message(2)), updatedAt: '2026-11-22T08:00:00.000Z', lastChange })
  const isGone = (of: string) => vi.waitFor(async () => expect(await readStoredReply(['chat', of])).toBeUndefined())
  replies.set(messageCalls.messages, page([encrypted(1), encrypted(2)]))
  await messages()
  storeKeys('c1', { status: { newest: 'first' } }, 'first')
  await vi.waitFor(async () => expect(await readKeys('c1')).toBeDefined())
  replies.set(conversationCalls.conversations, { items: [listed(4), other], nextCursor: null })
  const changed = [{ ...encrypted(2, 'another'), change: 3 }, message(1, { content: null, isDeleted: true, change: 4 })]
  replies.set(messageCalls.messages, page(changed, { lastSeq: 2, lastChange: 4 }))
  await list()
  await vi.waitFor(async () => expect(JSON.stringify(await kept())).not.toMatch(/ciphertext [12]/))
  await vi.waitFor(async () => expect((await kept())?.lastChange).toBe(4))
  replies.set(messageCalls.messages, new CallError(500, { code: 'failed', message: 'Not asked' }, true))
  await list()
  replies.set(conversationCalls.conversations, { items: [other], nextCursor: null })
  await list()
  await isGone('c1')
  expect(await readKeys('c1')).toBeUndefined()
})

test('keeps a conversation that a longer list does not reach', async () => {
  const { replies, list, messages, kept } = given()
  const at = (_id: string, updatedAt: string) => ({ ...conversation(message(1)), _id, updatedAt, lastChange: 1 })
  replies.set(messageCalls.messages, page([encrypted(1)]))
  await messages()
  await vi.waitFor(async () => expect(await kept()).toBeDefined())
  const [c1, c2] = [at('c1', '2026-11-21T08:00:00.000Z'), at('c2', '2026-11-22T08:00:00.000Z')]
  const lists = async (items: object[], nextCursor: string | null) => {
    replies.set(conversationCalls.conversations, { items, nextCursor })
    await list()
    await vi.waitFor(async () => expect((await readStoredReply(['chats']))?.reply).toMatchObject({ items }))
  }
  await lists([c2, c1], null)
  await lists([c2], 'more')
  expect(await kept()).toBeDefined()
  await lists([{ ...c2, updatedAt: '2026-11-20T08:00:00.000Z' }], 'more')
  await vi.waitFor(async () => expect(await kept()).toBeDefined())
  await lists([c1, { ...c2, updatedAt: '2026-11-20T08:00:00.000Z' }], 'more')
  await lists([{ ...c2, updatedAt: '2026-11-20T08:00:00.000Z' }], 'more')
  await vi.waitFor(async () => expect(await kept()).toBeUndefined())
})

test('deletes a conversation that the person was removed from, or may no longer read', async () => {
  const { replies, list, messages, kept, hear } = given()
  replies.set(conversationCalls.conversations, { items: [conversation(message(1))], nextCursor: null })
  const store = async () => {
    replies.set(messageCalls.messages, page([message(1)]))
    await list()
    await messages()
    await vi.waitFor(async () => expect(await kept()).toBeDefined())
  }
  await store()
  hear('conversation_removed', { conversationId: 'c1' })
  await vi.waitFor(async () => expect(await kept()).toBeUndefined())
  await vi.waitFor(async () => expect((await readStoredReply(['chats']))?.reply).toMatchObject({ items: [] }))
  await store()
  replies.set(messageCalls.messages, new CallError(403, { code: 'refused', message: 'No' }, true))
  await expect(messages()).rejects.toThrow()
  await vi.waitFor(async () => expect(await kept()).toBeUndefined())
})

test('stores nothing for staff and on shared computers, and nothing after the session', async () => {
  const staff = given({ mayStore: false })
  staff.replies.set(messageCalls.messages, page(upTo(3)))
  await staff.messages()
  await vi.dynamicImportSettled()
  expect(await staff.kept()).toBeUndefined()
  const { replies, messages, kept } = given()
  replies.set(messageCalls.messages, page(upTo(3)))
  signOut()
  await messages()
  await vi.dynamicImportSettled()
  signIn({ token: 'second', user: { _id: `student-${people}`, name: 'Asha', email: null, role: 'student' } })
  expect(await kept()).toBeUndefined()
})
