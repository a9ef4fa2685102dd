import { expect, test } from 'vitest'
import { conversationCalls } from '../../../conversations.calls.contract.ts'
import type { Conversation } from '../../../conversations.shapes.contract.ts'
import { refusal } from '../testing/chatServer.ts'
import { Hall, type OpenTab, text } from '../testing/hall.ts'

/** Asha’s tab with her list of conversations: the group with three messages by Mohan, and the empty private one. */
const givenList = async () => {
  const hall = new Hall()
  for (let i = 1; i <= 3; i++) hall.server.post('mohan', 'group', { content: `m${i}`, clientId: `c${i}` })
  const opened = hall.open(0)
  void opened.client.loadConversations()
  await hall.pass(1)
  const list = () => opened.client.conversations.get()
  const one = (id: string): Conversation | undefined => list().items.find(({ _id }) => _id === id)
  const say = (id: string, content: string) => hall.server.post('mohan', id, { content, clientId: content })
  return { hall, opened, client: opened.client, line: opened.line, list, one, say }
}

const callsOf = ({ line }: OpenTab, endpoint: unknown) => line.received.filter((each) => each.endpoint === endpoint)

test('loads the list on first use, newest message first', async () => {
  const { list, opened } = await givenList()
  expect(list()).toMatchObject({ hasMore: false, isLoading: false, error: null })
  expect(list().items.map(({ _id, unreadCount }) => [_id, unreadCount])).toEqual([
    ['group', 3],
    ['pair', 0],
  ])
  expect(opened.line.emitted).toContainEqual(['join_conversations', ['group', 'pair']])
})

test('a message moves its conversation up and counts as unread, unless it is one’s own', async () => {
  const { hall, client, list, one, say } = await givenList()
  say('pair', 'Hello')
  await hall.pass(0.5)
  expect(list().items[0]).toMatchObject({ _id: 'pair', unreadCount: 1, lastSeq: 1, lastMessage: { content: 'Hello' } })
  void client.send('group', text('Mine'))
  await hall.pass(0.5)
  expect(list().items[0]?._id).toBe('group')
  expect(one('group')?.unreadCount).toBe(3)
})

test('does not count a message as unread that appears to a person who has read all earlier ones', async () => {
  const { hall, opened, client, one, say } = await givenList()
  client.open('group')
  await hall.pass(1)
  say('group', 'Scrolled away')
  await hall.pass(0.5)
  expect(one('group')?.unreadCount).toBe(4)
  client.markRead('group', 4)
  say('group', 'Seen')
  await hall.pass(0.5)
  expect(one('group')?.unreadCount).toBe(0)
  opened.hide()
  say('group', 'Hidden')
  await hall.pass(0.5)
  expect(one('group')?.unreadCount).toBe(1)
})

test('fetches an unknown conversation when a message arrives in it', async () => {
  const { hall, one, say } = await givenList()
  hall.server.addRoom('new', 'group', ['asha', 'mohan'])
  say('new', 'Welcome')
  await hall.pass(0.5)
  expect(one('new')).toMatchObject({ unreadCount: 1, lastMessage: { content: 'Welcome' } })
})

test('refetches the unread count when a message arrives after a gap', async () => {
  const { hall, line, one, say } = await givenList()
  line.weather = { ...line.weather, eventLoss: 1 }
  for (let i = 0; i < 5; i++) say('group', `lost${i}`)
  line.weather = { ...line.weather, eventLoss: 0 }
  say('group', 'heard')
  await hall.pass(0.5)
  expect(one('group')?.unreadCount).toBe(9)
})

test('shows reading at once, sends it once for many messages, and never moves back', async () => {
  const { hall, opened, client, one } = await givenList()
  client.open('group')
  await hall.pass(1)
  for (const seq of [1, 2]) client.markRead('group', seq)
  expect(one('group')).toMatchObject({ readSeq: 2, unreadCount: 1 })
  await hall.pass(1)
  client.markRead('group', 1)
  await hall.pass(1)
  expect(callsOf(opened, conversationCalls.markRead).map(({ sent }) => sent.body)).toEqual([{ seq: 2 }])
  expect(hall.server.rooms.get('group')?.reads.get('asha')).toBe(2)
  expect(one('group')?.readSeq).toBe(2)
})

test('sends read positions later when offline, and no response reverts them before that', async () => {
  const { hall, client, line, one } = await givenList()
  line.intercept = (endpoint) => {
    if (endpoint === conversationCalls.markRead) throw refusal(503, 'Please try again.')
    return undefined
  }
  client.markRead('group', 3)
  await hall.pass(5)
  line.hear('catch_up', undefined)
  await hall.pass(5)
  expect(one('group')).toMatchObject({ readSeq: 3, unreadCount: 0 })
  line.intercept = () => undefined
  await hall.pass(30)
  expect(hall.server.rooms.get('group')?.reads.get('asha')).toBe(3)
})

test('applies reading on other devices, and shows the read positions of others', async () => {
  const { hall, one, opened } = await givenList()
  hall.server.read('asha', 'group', 3)
  hall.server.read('mohan', 'pair', 0)
  hall.server.read('mohan', 'group', 2)
  opened.line.hear('message_read', { conversationId: 'group', userId: 'mohan', seq: 1 })
  await hall.pass(0.5)
  expect(one('group')).toMatchObject({ readSeq: 3, unreadCount: 0 })
  expect(one('group')?.participants.find(({ user }) => user._id === 'mohan')?.readSeq).toBe(2)
})

test('shows marking as unread at once, reverts it on failure, and ends it on opening', async () => {
  const { hall, client, line, one } = await givenList()
  client.markRead('group', 3)
  await hall.pass(1)
  void client.markUnread('group')
  expect(one('group')?.markedUnread).toBe(true)
  await hall.pass(1)
  client.markRead('group', 3)
  expect(one('group')?.markedUnread).toBe(false)
  await hall.pass(1)
  line.isOnline = false
  const failed = expect(client.markUnread('group')).rejects.toThrow()
  await hall.pass(1)
  await failed
  expect(one('group')?.markedUnread).toBe(false)
})

test('keeps own fields when a group changes, and fetches a new group', async () => {
  const { hall, line, one } = await givenList()
  const {
    unreadCount: _,
    unreadMentions,
    markedUnread,
    readSeq,
    mutedUntil,
    notify,
    whyNotWrite,
    ...shared
  } = hall.server.shown('mohan', 'group')
  line.hear('conversation_updated', { ...shared, name: 'Evening group' })
  await hall.pass(0)
  expect(one('group')).toMatchObject({ name: 'Evening group', unreadCount: 3 })
  hall.server.addRoom('new', 'group', ['asha', 'mohan'])
  line.hear('conversation_created', { ...shared, _id: 'new', lastSeq: 0, lastMessage: null })
  await hall.pass(0.5)
  expect(one('new')).toMatchObject({ name: 'new', unreadCount: 0 })
})

test('adds the conversation that a call has returned', async () => {
  const { hall, client, one } = await givenList()
  const pair = one('pair')
  if (!pair) throw new Error('no pair')
  client.learn({ ...pair, mutedUntil: '2026-12-01T00:00:00.000Z' })
  await hall.pass(0)
  expect(one('pair')?.mutedUntil).toBe('2026-12-01T00:00:00.000Z')
})

test('reloads the list after changes of names, blocks and settings, but not after others', async () => {
  const { hall, opened, line } = await givenList()
  const before = callsOf(opened, conversationCalls.conversations).length
  line.hear('changed', { topics: ['documents'] })
  await hall.pass(2)
  expect(callsOf(opened, conversationCalls.conversations).length).toBe(before)
  for (let i = 0; i < 3; i++) line.hear('changed', { topics: ['users'] })
  await hall.pass(2)
  expect(callsOf(opened, conversationCalls.conversations).length).toBe(before + 1)
})

test('removes a conversation that is missing from the list of the server', async () => {
  const { hall, line, list } = await givenList()
  hall.server.rooms.delete('pair')
  line.disconnect()
  line.connect()
  await hall.pass(1)
  expect(list().items.map(({ _id }) => _id)).toEqual(['group'])
})

test('sends each connection what this tab has loaded and shows', async () => {
  const { hall, client, line } = await givenList()
  client.open('group')
  expect(line.emitted.slice(-2)).toEqual([
    ['join_conversations', ['group']],
    ['focus', 'group'],
  ])
  await hall.pass(1)
  line.disconnect()
  line.emitted.length = 0
  line.connect()
  expect(line.emitted).toEqual([
    ['join_conversations', ['group', 'pair']],
    ['focus', 'group'],
  ])
  client.open(null)
  expect(line.emitted.at(-1)).toEqual(['focus', null])
})

test('reports typing at the first key and every two seconds, and its end after one second', async () => {
  const { hall, client, line } = await givenList()
  line.emitted.length = 0
  for (let key = 1; key <= 25; key++) {
    client.typed('group', 'x'.repeat(key))
    await hall.pass(0.2)
  }
  expect(line.emitted).toEqual(Array.from({ length: 3 }, () => ['typing_start', 'group']))
  await hall.pass(1)
  expect(line.emitted.at(-1)).toEqual(['typing_stop', 'group'])
  await hall.pass(3)
  client.typed('group', 'again')
  client.typed('group', '')
  expect(line.emitted.slice(-2)).toEqual([
    ['typing_start', 'group'],
    ['typing_stop', 'group'],
  ])
  expect(line.emitted).toHaveLength(6)
})

test('shows others as typing until they stop, write, or are silent for five seconds', async () => {
  const { hall, client, line, say } = await givenList()
  const typing = (userId: string) => ({ conversationId: 'group', userId, userName: 'Mohan Rao', userRole: 'manager' })
  const shown = () =>
    client
      .typing('group')
      .get()
      .map(({ userId }) => userId)
  line.hear('user_typing', typing('asha'))
  expect(shown()).toEqual([])
  line.hear('user_typing', typing('mohan'))
  expect(shown()).toEqual(['mohan'])
  await hall.pass(4)
  line.hear('user_typing', typing('mohan'))
  await hall.pass(4)
  expect(shown()).toEqual(['mohan'])
  await hall.pass(1.1)
  expect(shown()).toEqual([])
  line.hear('user_typing', typing('mohan'))
  line.hear('user_stop_typing', typing('mohan'))
  expect(shown()).toEqual([])
  line.hear('user_typing', typing('mohan'))
  say('group', 'Done')
  await hall.pass(0.5)
  expect(shown()).toEqual([])
})

test('a closed client neither sends nor receives anything', async () => {
  const { hall, opened, client, line, list, say } = await givenList()
  client.open('group')
  await hall.pass(1)
  client.typed('group', 'x')
  client.close()
  const [received, emitted, items] = [line.received.length, line.emitted.length, list().items]
  say('group', 'Too late')
  client.markRead('group', 1)
  line.disconnect()
  line.connect()
  opened.hide()
  opened.show()
  await hall.pass(200)
  expect([line.received.length, line.emitted.length]).toEqual([received, emitted])
  expect(list().items.map(({ lastSeq }) => lastSeq)).toEqual(items.map(({ lastSeq }) => lastSeq))
})

test('keeps the highest delivered number of events and responses', async () => {
  const { hall, line, client, one } = await givenList()
  line.hear('message_delivered', { conversationId: 'group', seq: 2 })
  expect(one('group')?.deliveredSeq).toBe(2)
  line.hear('message_delivered', { conversationId: 'group', seq: 1 })
  expect(one('group')?.deliveredSeq).toBe(2)
  // The response was read before the event.
  void client.loadConversations()
  await hall.pass(1)
  expect(one('group')?.deliveredSeq).toBe(2)
})
