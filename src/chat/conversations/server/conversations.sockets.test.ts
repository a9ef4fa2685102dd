import { describe, expect, test, vi } from 'vitest'
import { type Handler, handleEvent, type SocketCtx } from '#server/realtime/channel.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { chatInbound } from '../conversations.events.ts'
import { chatLimits } from '../conversations.limits.ts'
import { chatChannel } from './conversations.channel.ts'
import { groupRoom } from './conversations.rooms.ts'
import { givenSockets, groupOf, type Heard, privateOf, said, say } from './testing/chat.ts'

const givenChat = async () => {
  const app = await given()
  const open = await givenSockets(app)
  const [asha, binod, other] = [
    await app.as('student', { name: 'Asha' }),
    await app.as('student', { name: 'Binod' }),
    await app.as('student', { name: 'Other' }),
  ]
  const [a, b, o] = [await open(asha), await open(binod), await open(other)]
  return { app, open, asha, binod, other, a, b, o }
}

const eventsOf = (heard: readonly Heard[], event: string) => heard.filter((one) => one.event === event).map(({ payload }) => payload)
const hears = (heard: readonly Heard[], event: string, payload: unknown) =>
  vi.waitFor(() => expect(eventsOf(heard, event)).toContainEqual(payload), { timeout: 10_000 })
const chatEvents = (heard: readonly Heard[]) => heard.filter(({ event }) => !['hello', 'changed'].includes(event))
/** Returns what each of these screens heard before a message to everyone, which follows everything sent until now. */
const heardBefore = async (by: SignedInPerson, ...screens: readonly { heard: Heard[] }[]): Promise<Heard[][]> => {
  const { _id } = await said(by, 'general', 'The end')
  const isEnd = ({ event, payload }: Heard) => event === 'new_message' && payload._id === _id
  for (const { heard } of screens) await vi.waitFor(() => expect(heard.some(isEnd)).toBe(true), { timeout: 10_000 })
  return screens.map(({ heard }) => heard.slice(0, heard.findIndex(isEnd)))
}

describe('only the members of a conversation immediately receive', () => {
  test('a new private conversation, each under the name of the other', async () => {
    const { asha, binod, a, b, o } = await givenChat()
    const _id = await privateOf(asha, binod)
    await hears(a.heard, 'conversation_created', expect.objectContaining({ _id, name: 'Binod' }))
    await hears(b.heard, 'conversation_created', expect.objectContaining({ _id, name: 'Asha' }))
    expect((await heardBefore(asha, o)).map(chatEvents)).toEqual([[]])
  })

  test('a message with its clientId, an edit, a reaction, a deletion', async () => {
    const { asha, binod, a, b, o } = await givenChat()
    const id = await privateOf(asha, binod)
    const message = await said(asha, id, 'Helo', { clientId: 'b3b9f7a21d7e4e439d6e2f6f1d0c9b11' })
    for (const { heard } of [a, b]) await hears(heard, 'new_message', message)
    const edited = (await asha.put(`/chat/messages/${message._id}`, { content: 'Hello' })).body
    const { reactions } = (await binod.post(`/chat/messages/${message._id}/reactions`, { emoji: '👍' })).body
    await asha.del(`/chat/messages/${message._id}`)
    const about = { messageId: message._id, conversationId: id }
    for (const { heard } of [a, b]) {
      await hears(heard, 'message_edited', edited)
      await hears(heard, 'message_reaction_updated', { ...about, reactions, change: 2 })
      await hears(heard, 'message_deleted', { ...about, change: 3 })
    }
    const [others = [], theirs = []] = await heardBefore(asha, o, b)
    expect(chatEvents(others)).toEqual([])
    expect(eventsOf(theirs, 'new_message')).toHaveLength(1)
  })

  test('the messages of their groups', async () => {
    const { app, open, asha, binod, o } = await givenChat()
    const id = await groupOf(app, [asha, binod])
    // Sockets opened before the group’s row, which no call has created, do not know the group.
    const late = await open(binod)
    const message = await said(asha, id, 'Hello')
    await hears(late.heard, 'new_message', message)
    const general = await said(asha, 'general', 'Hello all')
    await hears(o.heard, 'new_message', general)
    expect(eventsOf(o.heard, 'new_message')).toEqual([general])
  })

  test('read positions: in private the other person, in a group the senders of the messages read', async () => {
    const { asha, binod, other, a, b, o } = await givenChat()
    const id = await privateOf(asha, binod)
    await said(asha, id, 'Hello')
    await binod.put(`/chat/conversations/${id}/read`)
    for (const { heard } of [a, b]) await hears(heard, 'message_read', { conversationId: id, userId: binod._id, seq: 1 })
    await said(asha, 'general', 'Hello all')
    await other.put('/chat/conversations/general/read', { seq: 1 })
    const read = { conversationId: 'general', userId: other._id, seq: 1 }
    for (const { heard } of [a, o]) await hears(heard, 'message_read', read)
    const [theirs = []] = await heardBefore(asha, b)
    expect(eventsOf(theirs, 'message_read')).toEqual([{ conversationId: id, userId: binod._id, seq: 1 }])
  })
})

describe('a socket can report', () => {
  test('that its person is typing, under the name known to the server', async () => {
    const { asha, binod, a, b, o } = await givenChat()
    const id = await privateOf(asha, binod)
    a.socket.emit('typing_start', id)
    const payload = { conversationId: id, userId: asha._id, userName: 'Asha', userRole: 'student' }
    await hears(b.heard, 'user_typing', payload)
    a.socket.emit('typing_stop', id)
    await hears(b.heard, 'user_stop_typing', payload)
    expect((await heardBefore(asha, a, o)).map((heard) => eventsOf(heard, 'user_typing'))).toEqual([[], []])
  })

  test('no typing where its person may not write', async () => {
    const { asha, binod, a, b } = await givenChat()
    const id = await privateOf(asha, binod)
    await binod.put(`/chat/blocks/${asha._id}`)
    a.socket.emit('typing_start', id)
    a.socket.emit('typing_start', 'announcement')
    a.socket.emit('typing_start', 'general')
    await hears(b.heard, 'user_typing', expect.objectContaining({ conversationId: 'general' }))
    expect(eventsOf(b.heard, 'user_typing')).toHaveLength(1)
  })

  test('which conversation it shows, and then receives only typing events of that one', async () => {
    const { asha, binod, other, a, b, o } = await givenChat()
    const [id, elsewhere] = [await privateOf(asha, binod), await privateOf(other, binod)]
    b.socket.emit('focus', elsewhere)
    o.socket.emit('typing_start', elsewhere)
    await hears(b.heard, 'user_typing', expect.objectContaining({ conversationId: elsewhere }))
    a.socket.emit('typing_start', id)
    o.socket.emit('typing_stop', elsewhere)
    await hears(b.heard, 'user_stop_typing', expect.objectContaining({ conversationId: elsewhere }))
    b.socket.emit('focus', id)
    await vi.waitFor(async () => {
      a.socket.emit('typing_start', id)
      await hears(b.heard, 'user_typing', expect.objectContaining({ conversationId: id }))
    })
    expect(eventsOf(b.heard, 'user_typing').map(({ conversationId }) => conversationId)[0]).toBe(elsewhere)
  })

  test('that a message was read', async () => {
    const { asha, binod, a, b } = await givenChat()
    const conversationId = await privateOf(asha, binod)
    const { _id: messageId } = await said(asha, conversationId, 'Hello')
    b.socket.emit('mark_message_read', { messageId, conversationId })
    await hears(a.heard, 'message_read', { conversationId, userId: binod._id, seq: 1 })
  })

  test('which of its own groups it wants events from', async () => {
    const { app, asha, binod, a, o } = await givenChat()
    const id = await groupOf(app, [asha, binod])
    for (const { socket } of [a, o]) socket.emit('join_conversations', [id, 'general', 'missing'])
    const sent: string[] = []
    const isSent = ({ _id }: { _id?: unknown }) => sent.includes(String(_id))
    // The socket joins the room some time after its request; it misses earlier events.
    await vi.waitFor(
      async () => {
        sent.push((await said(binod, id, 'Are you there?'))._id)
        expect(eventsOf(a.heard, 'new_message').some(isSent)).toBe(true)
      },
      { timeout: 10_000 },
    )
    const [others = []] = await heardBefore(binod, o)
    expect(eventsOf(others, 'new_message')).toEqual([])
  })

  test('nothing about conversations of others', async () => {
    const { asha, binod, b, o } = await givenChat()
    const id = await privateOf(asha, binod)
    const { _id: messageId } = await said(asha, id, 'Hello')
    o.socket.emit('typing_start', id)
    o.socket.emit('typing_stop', id)
    o.socket.emit('mark_message_read', { messageId, conversationId: id })
    o.socket.emit('mark_message_read', { messageId, conversationId: 'general' })
    o.socket.emit('join_conversations', [id])
    o.socket.emit('focus', id)
    await said(asha, id, 'Still private')
    await hears(b.heard, 'new_message', expect.objectContaining({ content: 'Still private' }))
    const [others = [], theirs = []] = await heardBefore(asha, o, b)
    expect(chatEvents(others)).toEqual([])
    expect([...eventsOf(theirs, 'user_typing'), ...eventsOf(theirs, 'message_read')]).toEqual([])
  })

  test('arbitrary data without causing harm', async () => {
    const { asha, binod, a, b } = await givenChat()
    const id = await privateOf(asha, binod)
    const odd = [
      undefined,
      null,
      7,
      '',
      'x'.repeat(65),
      [],
      [7],
      {},
      { messageId: 7 },
      [id, null],
      new Array(chatLimits.joinedAtOnce + 1).fill(id),
    ]
    for (const event of ['join_conversations', 'typing_start', 'typing_stop', 'mark_message_read', 'focus', 'update_status', 'new_message'])
      for (const payload of odd) {
        a.socket.emit(event, payload)
        a.socket.emit(event, payload, { more: true })
      }
    await vi.waitFor(() => expect(a.socket.connected).toBe(true))
    await say(binod, id, 'Hello')
    await hears(b.heard, 'new_message', expect.objectContaining({ content: 'Hello' }))
  })
})

// Calls the handler directly, since the database would soon add an open socket to its person’s rooms anyway.
test.each([chatLimits.joinedAtOnce - 1, chatLimits.joinedAtOnce, chatLimits.joinedAtOnce + 1])(
  'a socket joins %i conversations at once, or none',
  async (size) => {
    const app = await given()
    const [asha, binod] = [await app.as('student'), await app.as('student')]
    const id = await groupOf(app, [asha, binod])
    const enter = vi.fn<SocketCtx['enter']>()
    const ctx: SocketCtx = {
      ...app.platform,
      me: asha.me,
      now: new Date(),
      enter,
      setFocus: vi.fn(),
      setStatus: vi.fn(),
      statuses: () => [],
    }
    const join = chatChannel.handlers?.find(({ event }) => event === chatInbound.joinConversations) as Handler
    await handleEvent(join, ctx, [...Array.from({ length: size - 1 }, (_, n) => `missing-${n}`), id])
    expect(enter.mock.calls.flat(2)).toEqual(size <= chatLimits.joinedAtOnce ? [groupRoom(id)] : [])
  },
)

test('a socket of an ended session receives nothing more', async () => {
  const { app, asha, binod, a } = await givenChat()
  const id = await privateOf(asha, binod)
  await asha.post('/auth/logout')
  await vi.waitFor(() => expect(a.socket.connected).toBe(false))
  const before = a.heard.length
  await said(binod, id, 'Are you there?')
  expect(a.heard).toHaveLength(before)
  expect((await app.withToken(asha.token).get('/chat/conversations')).status).toBe(401)
})
