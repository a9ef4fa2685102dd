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

test('stores no messages of an encrypted conversation, and deletes those stored before it was encrypted', async () => {
  const { replies, messages, kept, hear } = given()
  const encrypted = (seq: number) => message(seq, { content: null, encryption: { keyVersion: 1 } as Message['encryption'] })
  const store = async () => {
    replies.set(messageCalls.messages, page([message(1)]))
    await messages()
    await vi.waitFor(async () => expect(await kept()).toBeDefined())
  }
  await store()
  hear('new_message', encrypted(2))
  await vi.waitFor(async () => expect(await kept()).toBeUndefined())
  await store()
  replies.set(messageCalls.messages, page([message(1), encrypted(2)]))
  await messages()
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
