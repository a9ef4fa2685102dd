import { expect, test } from 'vitest'
import { messageCalls } from '../../../conversations.messages.contract.ts'
import type { Message } from '../../../conversations.shapes.contract.ts'
import { refusal } from '../testing/chatServer.ts'
import { Hall, type OpenTab, text } from '../testing/hall.ts'
import { noNetwork } from '../testing/network.ts'
import { LogState, type Page } from './logState.ts'

/** Prepares a group with this many messages by Mohan, and Asha’s tab that shows it. */
const givenLog = async (count = 3) => {
  const hall = new Hall()
  for (let i = 1; i <= count; i++) hall.server.post('mohan', 'group', { content: `m${i}`, clientId: `c${i}` })
  const opened = hall.open(0)
  void opened.client.loadConversations()
  await hall.pass(1)
  opened.client.open('group')
  await hall.pass(1)
  return { hall, opened, client: opened.client, line: opened.line, log: () => opened.client.log('group').get() }
}

const asked = ({ line }: OpenTab): unknown[] =>
  line.received
    .filter(({ endpoint }) => endpoint === messageCalls.messages)
    .map(({ sent: { query: { limit: _, ...query } = {} } }) => query)
const messagesOf = (opened: OpenTab): Message[] =>
  opened.client
    .log('group')
    .get()
    .rows.flatMap(({ message }) => message ?? [])
const seqs = (opened: OpenTab): number[] => messagesOf(opened).map(({ seq }) => seq)
const upTo = (last: number, first = 1): number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index)

test('opens a conversation at its newest messages, and loads older ones page by page', async () => {
  const { hall, opened, client, log } = await givenLog(120)
  client.markRead('group', 120)
  await hall.pass(1)
  const again = hall.open(0)
  again.client.open('group')
  await hall.pass(1)
  expect(seqs(again)).toEqual(upTo(120, 71))
  expect(again.client.log('group').get()).toMatchObject({ hasOlder: true, hasNewer: false, isLoading: null, readSeqAtOpening: 120 })
  void again.client.loadOlder('group')
  expect(again.client.log('group').get().isLoading).toBe('older')
  await hall.pass(1)
  void again.client.loadOlder('group')
  await hall.pass(1)
  expect(seqs(again)).toEqual(upTo(120))
  expect(again.client.log('group').get().hasOlder).toBe(false)
  expect(log().readSeqAtOpening).toBe(0)
  expect(opened.refused).toEqual([])
})

test.each([5, 9])('one message that is delivered a second time as number %i is shown once', async (seq) => {
  const { hall, opened, line } = await givenLog(3)
  const own = hall.server.post('asha', 'group', { content: 'mine', clientId: 'mine' })
  await hall.pass(1)
  line.hear('new_message', { ...own, seq })
  await hall.pass(1)
  expect(messagesOf(opened).map(({ content }) => content)).toEqual(['m1', 'm2', 'm3', 'mine'])
})

test('opens at the first unread message if there are many, and loads newer ones page by page', async () => {
  const { hall, opened, client, log } = await givenLog(200)
  expect(seqs(opened)[0]).toBe(1)
  expect(log()).toMatchObject({ hasOlder: false, hasNewer: true, readSeqAtOpening: 0 })
  for (let page = 0; page < 3; page++) {
    void client.loadNewer('group')
    await hall.pass(1)
  }
  expect(seqs(opened)).toEqual(upTo(200))
  expect(log().hasNewer).toBe(false)
})

test('opens without a connection at the newest stored messages, even if many are unread', async () => {
  const hall = new Hall()
  for (let i = 1; i <= 200; i++) hall.server.post('mohan', 'group', { content: `m${i}`, clientId: `c${i}` })
  const opened = hall.open(0)
  void opened.client.loadConversations()
  await hall.pass(1)
  opened.line.intercept = (endpoint, { query }) => {
    if (endpoint === messageCalls.messages && query?.after) throw noNetwork()
  }
  opened.client.open('group')
  await hall.pass(1)
  expect(asked(opened)).toEqual([{ after: '0' }, { page: '1' }])
  expect(seqs(opened)).toEqual(upTo(200, 151))
  expect(opened.client.log('group').get()).toMatchObject({ hasOlder: true, isLoading: null, error: null })
})

test('jumps to a distant message with the messages around it, and back to the end', async () => {
  const { hall, opened, client, log } = await givenLog(300)
  void client.jumpTo('group', 150)
  await hall.pass(1)
  expect(seqs(opened)).toEqual(upTo(174, 125))
  expect(log()).toMatchObject({ hasOlder: true, hasNewer: true })
  hall.server.post('mohan', 'group', { content: 'new', clientId: 'new' })
  await hall.pass(1)
  expect(seqs(opened)).toEqual(upTo(174, 125))
  void client.jumpToEnd('group')
  await hall.pass(1)
  expect(seqs(opened)).toEqual(upTo(301, 252))
  expect(log().hasNewer).toBe(false)
  void client.jumpTo('group', 290)
  await hall.pass(1)
  expect(seqs(opened)).toEqual(upTo(301, 252))
})

test('shows the next message at once; after a gap, fetches the missing ones first', async () => {
  const { hall, opened, line } = await givenLog(3)
  hall.server.post('mohan', 'group', { content: 'm4', clientId: 'c4' })
  await hall.pass(0.5)
  const before = asked(opened).length
  expect(seqs(opened)).toEqual(upTo(4))
  line.weather = { ...line.weather, eventLoss: 1 }
  hall.server.post('mohan', 'group', { content: 'm5', clientId: 'c5' })
  line.weather = { ...line.weather, eventLoss: 0 }
  hall.server.post('mohan', 'group', { content: 'm6', clientId: 'c6' })
  await hall.pass(0.5)
  expect(asked(opened).slice(before)).toEqual([{ after: '4' }])
  expect(seqs(opened)).toEqual(upTo(6))
})

test('a reader slightly behind catches up while others keep writing', async () => {
  const { hall, opened, line, log } = await givenLog(3)
  line.weather = { ...line.weather, eventLoss: 1 }
  hall.server.post('mohan', 'group', { content: 'm4', clientId: 'c4' })
  line.weather = { ...line.weather, eventLoss: 0, slowestMs: 100 }
  for (let n = 5; n <= 804; n++) {
    hall.server.post('mohan', 'group', { content: `m${n}`, clientId: `c${n}` })
    await hall.pass(0.002)
  }
  await hall.pass(2)
  expect([seqs(opened), log().hasNewer]).toEqual([upTo(804), false])
})

test('duplicate and reordered events do not change the order of messages', async () => {
  const { hall, opened, line } = await givenLog(1)
  hall.server.publish = () => {}
  const sent = upTo(6, 2).map((n) => hall.server.post('mohan', 'group', { content: `m${n}`, clientId: `c${n}` }))
  for (const message of [...sent.toReversed(), ...sent]) line.hear('new_message', message)
  await hall.pass(1)
  expect(seqs(opened)).toEqual(upTo(6))
})

test('ignores invalid messages', async () => {
  const { hall, opened, line } = await givenLog(1)
  for (const nonsense of [undefined, 7, {}, { seq: 2, conversation: 'group' }, [], { ...messagesOf(opened)[0], seq: 'two' }])
    for (const event of [
      'new_message',
      'message_edited',
      'message_deleted',
      'message_reaction_updated',
      'message_read',
      'conversation_updated',
    ])
      line.hear(event, nonsense)
  await hall.pass(1)
  expect(Hall.shown(opened)).toEqual(['1 m1'])
})

test('shows edits, reactions and deletions at once, including in quotes and the list', async () => {
  const { hall, opened, client } = await givenLog(2)
  const [first] = messagesOf(opened)
  const reply = hall.server.post('mohan', 'group', { content: 'Yes', replyTo: first?._id ?? '', clientId: 'r' })
  const quoted = () => messagesOf(opened)[2]?.replyTo
  hall.server.edit('mohan', first?._id ?? '', { content: 'Better' })
  hall.server.edit('mohan', reply._id, { content: 'Yes!' })
  hall.server.react('mohan', first?._id ?? '', '👍', true)
  await hall.pass(0.5)
  expect(messagesOf(opened)[0]).toMatchObject({ content: 'Better', isEdited: true, reactions: [{ emoji: '👍' }] })
  expect(quoted()?.content).toBe('Better')
  expect(client.conversations.get().items[0]?.lastMessage?.content).toBe('Yes!')
  hall.server.remove('mohan', first?._id ?? '')
  hall.server.remove('mohan', reply._id)
  await hall.pass(0.5)
  expect(messagesOf(opened)).toEqual(hall.server.rooms.get('group')?.messages)
  expect(client.conversations.get().items[0]?.lastMessage).toMatchObject({ content: null, isDeleted: true })
})

test('fetches missed messages, edits and deletions immediately after a reconnect', async () => {
  const { hall, opened, line } = await givenLog(3)
  const [first, second] = messagesOf(opened)
  line.disconnect()
  hall.server.edit('mohan', first?._id ?? '', { content: 'Changed' })
  hall.server.remove('mohan', second?._id ?? '')
  for (let n = 4; n <= 250; n++) hall.server.post('mohan', 'group', { content: `m${n}`, clientId: `c${n}` })
  await hall.pass(10)
  expect(seqs(opened)).toEqual(upTo(3))
  line.connect()
  await hall.pass(1)
  expect(messagesOf(opened)).toEqual(hall.server.rooms.get('group')?.messages)
})

test.each(['catch_up', 'a shown tab', 'a minute'])('%s brings what was missed although the connection lives', async (what) => {
  const { hall, opened, line } = await givenLog(1)
  line.weather = { ...line.weather, eventLoss: 1 }
  hall.server.post('mohan', 'group', { content: 'm2', clientId: 'c2' })
  await hall.pass(1)
  expect(seqs(opened)).toEqual([1])
  if (what === 'catch_up') line.hear('catch_up', undefined)
  if (what === 'a shown tab') {
    opened.hide()
    opened.show()
  }
  await hall.pass(what === 'a minute' ? 60 : 1.5)
  expect(seqs(opened)).toEqual([1, 2])
})

test('a hidden tab fetches nothing automatically', async () => {
  const { hall, opened } = await givenLog(1)
  opened.hide()
  const before = opened.line.received.length
  await hall.pass(600)
  expect(opened.line.received.length).toBe(before)
})

test('data restored from a backup replace all loaded data, and waiting messages are sent', async () => {
  const { hall, opened, client, line } = await givenLog(3)
  const backup = hall.server.backup()
  for (let n = 4; n <= 6; n++) hall.server.post('mohan', 'group', { content: `m${n}`, clientId: `c${n}` })
  await hall.pass(1)
  line.isOnline = false
  line.disconnect()
  await Promise.all([client.send('group', text('Still here')), hall.pass(1)])
  hall.server.restore(backup)
  hall.server.post('mohan', 'group', { content: 'another fourth', clientId: 'd4' })
  line.isOnline = true
  line.connect()
  await hall.pass(5)
  expect(Hall.shown(opened)).toEqual(['1 m1', '2 m2', '3 m3', '4 another fourth', '5 Still here'])
  expect(client.conversations.get().items[0]?.lastSeq).toBe(5)
})

test('detects a restore by its epoch even if its numbers are already higher, and drops older responses', async () => {
  const { hall, opened, client, line } = await givenLog(3)
  const backup = hall.server.backup()
  hall.server.post('mohan', 'group', { content: 'lost', clientId: 'lost' })
  await hall.pass(1)
  const [held, released] = [Promise.withResolvers<void>(), hall.server.messages('asha', 'group', { page: '1' })]
  line.intercept = (endpoint) => (endpoint === messageCalls.messages ? held.promise.then(() => released) : undefined)
  line.hear('catch_up', undefined)
  await hall.pass(2)
  line.intercept = () => undefined
  hall.server.restore(backup)
  for (const n of [4, 5, 6]) hall.server.post('mohan', 'group', { content: `after${n}`, clientId: `a${n}` })
  line.disconnect()
  line.connect()
  await hall.pass(2)
  held.resolve()
  await hall.pass(2)
  expect(Hall.shown(opened)).toEqual(['1 m1', '2 m2', '3 m3', '4 after4', '5 after5', '6 after6'])
  expect(client.conversations.get().items[0]?.lastSeq).toBe(6)
})

test('detects lower numbers even if the list was never loaded', async () => {
  const hall = new Hall()
  const post = (n: number) => hall.server.post('mohan', 'group', { content: `m${n}`, clientId: `c${n}` })
  post(1)
  const backup = hall.server.backup()
  post(2)
  const opened = hall.open(0)
  opened.client.open('group')
  await hall.pass(1)
  expect(seqs(opened)).toEqual([1, 2])
  hall.server.rooms = backup
  opened.line.hear('catch_up', undefined)
  await hall.pass(3)
  expect(seqs(opened)).toEqual([1])
})

test('shows two rows for two people who chose the same message id', async () => {
  const { hall, client } = await givenLog(0)
  for (const who of ['asha', 'mohan', 'anita']) hall.server.post(who, 'group', { content: who, clientId: 'same' })
  await hall.pass(1)
  const keys = client
    .log('group')
    .get()
    .rows.map(({ key }) => key)
  expect(new Set(keys).size).toBe(3)
})

test('keeps the row object of an unchanged message', async () => {
  const { hall, client } = await givenLog(2)
  const [first, second] = client.log('group').get().rows
  hall.server.react('mohan', second?.message?._id ?? '', '👍', true)
  hall.server.post('mohan', 'group', { content: 'm3', clientId: 'c3' })
  await hall.pass(1)
  const after = client.log('group').get().rows
  expect(after[0]).toBe(first)
  expect(after[1]).not.toBe(second)
})

test('treats lower numbers as a restore even without an announcement', async () => {
  const { hall, opened, line } = await givenLog(3)
  const backup = hall.server.backup()
  for (let n = 4; n <= 6; n++) hall.server.post('mohan', 'group', { content: `m${n}`, clientId: `c${n}` })
  await hall.pass(1)
  hall.server.rooms = backup
  line.disconnect()
  line.connect()
  await hall.pass(2)
  expect(seqs(opened)).toEqual([1, 2, 3])
})

test('shows a reaction at once, and reverts it if it fails', async () => {
  const { hall, opened, client, line } = await givenLog(1)
  const [message] = messagesOf(opened)
  if (!message) throw new Error('nothing is loaded')
  void client.react(message, '👍', true)
  expect(messagesOf(opened)[0]?.reactions).toEqual([{ emoji: '👍', user: { _id: 'asha', name: 'Asha Devi' } }])
  await hall.pass(1)
  expect(messagesOf(opened)).toEqual(hall.server.rooms.get('group')?.messages)
  line.intercept = () => {
    throw refusal(403, 'You cannot write to this person.')
  }
  const failed = expect(client.react(message, '👍', false)).rejects.toThrow('You cannot write')
  expect(messagesOf(opened)[0]?.reactions).toEqual([])
  await hall.pass(1)
  await failed
  expect(messagesOf(opened)[0]?.reactions).toHaveLength(1)
})

test('shows edits and deletions after the response, even without a socket, and reports failures', async () => {
  const { hall, opened, client, line } = await givenLog(0)
  for (const content of ['One', 'Two']) void client.send('group', text(content))
  await hall.pass(1)
  line.disconnect()
  const [first, second] = messagesOf(opened)
  if (!first || !second) throw new Error('nothing is loaded')
  void client.edit(first, 'Uno')
  void client.remove(second)
  expect(Hall.shown(opened)).toEqual(['1 One', '2 Two'])
  await hall.pass(1)
  expect(messagesOf(opened)).toEqual(hall.server.rooms.get('group')?.messages)
  line.isOnline = false
  const failed = Promise.all([expect(client.edit(first, 'x')).rejects.toThrow(), expect(client.remove(first)).rejects.toThrow()])
  await hall.pass(1)
  await failed
  expect(Hall.shown(opened)).toEqual(['1 Uno', '2 null'])
})

test('reports a failed page, and loads it after reconnecting', async () => {
  const hall = new Hall()
  hall.server.post('mohan', 'group', { content: 'm1', clientId: 'c1' })
  const opened = hall.open(0, { isConnected: false })
  opened.line.isOnline = false
  opened.client.open('group')
  await hall.pass(100)
  expect(opened.client.log('group').get()).toMatchObject({ rows: [], error: { code: 'network' } })
  opened.line.isOnline = true
  opened.line.connect()
  await hall.pass(0.5)
  expect(opened.client.log('group').get()).toMatchObject({ error: null, isLoading: null })
  expect(Hall.shown(opened)).toEqual(['1 m1'])
})

test('removes a conversation and its messages when the person is removed from it', async () => {
  const { hall, opened, client, line } = await givenLog(2)
  line.hear('conversation_removed', { conversationId: 'group' })
  await hall.pass(0)
  expect(Hall.shown(opened)).toEqual([])
  expect(client.conversations.get().items.map(({ _id }) => _id)).toEqual(['pair'])
})

/** Returns messages as a page has them after this many changes of the conversation. */
const givenState = () => {
  const hall = new Hall()
  const [first, second] = ['m1', 'm2'].map((content) => hall.server.post('mohan', 'group', { content, clientId: content }))
  if (!first || !second) throw new Error('nothing was sent')
  const page = (): Page => hall.server.messages('asha', 'group', { page: '1' })
  const state = new LogState('asha')
  state.replace(page(), false)
  return { server: hall.server, first, second, page, state }
}

test('fetches an earlier change of a message if a later one arrives first', () => {
  const { server, first, page, state } = givenState()
  server.edit('mohan', first._id, { content: 'Edited' })
  const reacted = server.react('mohan', first._id, '👍', true)
  for (let times = 0; times < 2; times++) state.patch(first._id, 2, (message) => ({ ...message, change: 2, reactions: reacted.reactions }))
  expect(state.cursor.isBehind).toBe(true)
  state.patch(first._id, 1, (message) => ({ ...message, change: 1 }))
  expect(state.messages[0]?.reactions).toHaveLength(1)
  state.patch(first._id, 2, (message) => ({ ...message, change: 2, reactions: reacted.reactions }))
  expect(state.cursor.isBehind).toBe(true)
  state.addChanges(server.messages('asha', 'group', { changedAfter: String(state.cursor.at) }), state.cursor.at)
  expect(state.messages).toEqual(page().items)
  expect(state.cursor.isBehind).toBe(false)
})

test('fetches a known change again after loading a page read before it', () => {
  const { server, first, state } = givenState()
  const early = server.messages('asha', 'group', { page: '1' })
  server.edit('mohan', first._id, { content: 'Edited' })
  const fresh = new LogState('asha')
  fresh.replace({ ...early, items: early.items.slice(1) }, true)
  fresh.receive(server.messages('asha', 'group', { page: '1' }).items[0] as Message)
  expect(fresh.cursor.isBehind).toBe(false)
  fresh.add({ ...early, items: early.items.slice(0, 1) })
  expect(fresh.cursor.isBehind).toBe(true)
  fresh.addChanges(server.messages('asha', 'group', { changedAfter: String(fresh.cursor.at) }), fresh.cursor.at)
  expect(fresh.messages[0]?.content).toBe('Edited')
  expect(state.messages[0]?.content).toBe('m1')
})

test('fetches a new message again if its deletion arrived first', () => {
  const { server, state } = givenState()
  const third = server.post('mohan', 'group', { content: 'm3', clientId: 'm3' })
  server.remove('mohan', third._id)
  state.patch(third._id, 1, (message) => message)
  expect(state.cursor.isBehind).toBe(false)
  state.receive(third)
  expect(state.isBehind).toBe(true)
  state.addChanges(server.messages('asha', 'group', { changedAfter: String(state.cursor.at) }), state.cursor.at)
  expect(state.messages[2]?.isDeleted).toBe(true)
})

test('never replaces a message with an older version', () => {
  const { server, first, state } = givenState()
  const one = server.edit('mohan', first._id, { content: 'One' })
  const two = server.edit('mohan', first._id, { content: 'Two' })
  for (const version of [two, one, first]) state.receive(version)
  expect(state.messages[0]?.content).toBe('Two')
})

test('does not add messages that are not adjacent to the loaded ones', () => {
  const { server, state } = givenState()
  for (let n = 3; n <= 9; n++) server.post('mohan', 'group', { content: `m${n}`, clientId: `m${n}` })
  expect(state.add(server.messages('asha', 'group', { after: '5' }))).toBe(false)
  expect(state.add(server.messages('asha', 'group', { after: '1' }))).toBe(true)
  expect(state.messages.map(({ seq }) => seq)).toEqual(upTo(9))
})

test('a message decrypted later gets the results of its decryption', () => {
  const { first, page, state } = givenState()
  const closed: Message = { ...first, content: null, unreadable: 'noKey', marks: ['removedDevice'] }
  state.replace({ ...page(), items: [closed] }, false)
  state.reopened({ ...first, content: 'm1', marks: ['receivedLate'], claimedAt: 7 })
  expect(state.messages[0]).toEqual({ ...first, content: 'm1', marks: ['receivedLate'], claimedAt: 7 })
})
