import { describe, expect, test, vi } from 'vitest'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { allowEncryption } from '../../encryption/server/testing/allowed.ts'
import { chatLimits } from '../conversations.limits.ts'
import { givenPair, givenSockets, groupOf, type Heard, privateOf, say } from './testing/chat.ts'

const deliveredIn = async (person: SignedInPerson, id: string): Promise<number> =>
  (await person.get(`/chat/conversations/${id}`)).body.deliveredSeq
const told = (heard: readonly Heard[]) => heard.filter(({ event }) => event === 'message_delivered').map(({ payload }) => payload)

/** People whose devices report what they received. `receives` waits until the server has stored it. */
const givenDevices = async () => {
  const app = await given()
  const open = await givenSockets(app)
  const [asha, binod, chitra] = [await app.as('student', { name: 'Asha' }), await app.as('student'), await app.as('student')]
  const stored = async (person: SignedInPerson, id: string) =>
    (
      await app.db
        .selectFrom('conversationReads')
        .select('deliveredSeq')
        .where('conversationId', '=', id)
        .where('userId', '=', person._id)
        .executeTakeFirst()
    )?.deliveredSeq
  const receives = async (person: SignedInPerson, id: string, seq: number) => {
    const { socket } = await open(person)
    socket.emit('messages_received', [{ conversationId: id, seq }])
    await vi.waitFor(async () => expect(await stored(person, id)).toBeGreaterThanOrEqual(seq))
    socket.close()
  }
  return { app, open, asha, binod, chitra, receives, stored }
}

describe('a delivered position', () => {
  test('tells the sender in a private conversation that a device of the other person has the messages', async () => {
    const { open, asha, binod, receives } = await givenDevices()
    const id = await privateOf(asha, binod)
    const { heard } = await open(asha)
    for (const text of ['1', '2', '3']) await say(asha, id, text)
    expect(await deliveredIn(asha, id)).toBe(0)
    await receives(binod, id, 2)
    await vi.waitFor(() => expect(told(heard)).toEqual([{ conversationId: id, seq: 2 }]))
    expect(await deliveredIn(asha, id)).toBe(2)
    expect((await asha.get('/chat/conversations')).body.items.find(({ _id }: { _id: string }) => _id === id).deliveredSeq).toBe(2)
    expect((await binod.get(`/chat/conversations/${id}`)).body).toMatchObject({ readSeq: 0, unreadCount: 3 })
  })

  test('never goes back, and never beyond the last message', async () => {
    const { open, asha, binod, chitra, receives, stored } = await givenDevices()
    const [id, other] = [await privateOf(asha, binod), await privateOf(chitra, binod)]
    for (const text of ['1', '2', '3']) await say(asha, id, text)
    const { socket } = await open(binod)
    socket.emit('messages_received', [{ conversationId: id, seq: 99 }])
    await vi.waitFor(async () => expect(await stored(binod, id)).toBe(3))
    await say(asha, id, '4')
    await say(chitra, other, 'Hello')
    const earlier = [id, other].map((conversationId) => ({ conversationId, seq: 1 }))
    socket.emit('messages_received', earlier)
    await vi.waitFor(async () => expect(await stored(binod, other)).toBe(1))
    expect(await stored(binod, id)).toBe(3)
    await receives(binod, id, 4)
    expect(await deliveredIn(asha, id)).toBe(4)
  })

  test('follows the read position, so that what was read counts as delivered', async () => {
    const { asha, binod, id } = await givenPair(await given())
    await say(asha, id, 'Hello')
    await binod.put(`/chat/conversations/${id}/read`)
    expect(await deliveredIn(asha, id)).toBe(1)
    await binod.put(`/chat/conversations/${id}/unread`)
    expect(await deliveredIn(asha, id)).toBe(1)
  })

  test('is reached in a group once everyone else has the message, and is the same on the next visit', async () => {
    const { app, open, asha, binod, chitra, receives } = await givenDevices()
    const id = await groupOf(app, [asha, binod, chitra])
    const { heard } = await open(asha)
    await say(asha, id, 'Hello')
    await receives(binod, id, 1)
    expect(await deliveredIn(asha, id)).toBe(0)
    await receives(chitra, id, 1)
    await vi.waitFor(() => expect(told(heard)).toEqual([{ conversationId: id, seq: 1 }]))
    expect(await deliveredIn(asha, id)).toBe(1)
    expect(await deliveredIn(binod, id)).toBe(0)
  })

  test('does not wait for people who have left, were deleted, or whose accounts have ended', async () => {
    const { app, asha, binod, receives } = await givenDevices()
    const [gone, former, ended] = [await app.as('student'), await app.as('student'), await app.as('student')]
    const id = await groupOf(app, [asha, binod, gone, former, ended])
    await say(asha, id, 'Hello')
    await receives(binod, id, 1)
    expect(await deliveredIn(asha, id)).toBe(0)
    const admin = await app.as('admin')
    expect((await admin.del(`/user/${gone._id}`)).status).toBe(204)
    await admin.del(`/chat/admin/groups/${id}/members/${former._id}`)
    expect(await deliveredIn(asha, id)).toBe(0)
    await app.db.updateTable('users').set({ terminationDate: '2020-01-31' }).where('id', '=', ended._id).execute()
    expect(await deliveredIn(asha, id)).toBe(1)
  })

  test('says nothing about people one of whom blocks the other, and waits for nobody who joined later', async () => {
    const { app, open, asha, binod, chitra, receives } = await givenDevices()
    const [id, group] = [await privateOf(asha, binod), await groupOf(app, [asha, binod, chitra])]
    for (const one of [id, group]) await say(asha, one, 'Hello')
    await binod.put(`/chat/blocks/${asha._id}`)
    const { heard } = await open(asha)
    await receives(binod, id, 1)
    expect(await deliveredIn(asha, id)).toBe(0)
    await app.db
      .insertInto('conversationMembers')
      .values({ conversationId: group, userId: (await app.as('student'))._id, joinedSeq: 1, joinedAt: 'now' })
      .execute()
    await receives(binod, group, 1)
    await receives(chitra, group, 1)
    await vi.waitFor(() => expect(told(heard)).toEqual([{ conversationId: group, seq: 1 }]))
  })

  test('does not tell a sender when a person whom a block separates from them receives a message of a group', async () => {
    const { app, open, asha, binod, chitra, receives } = await givenDevices()
    const group = await groupOf(app, [asha, binod, chitra])
    await say(asha, group, 'Hello')
    await asha.put(`/chat/blocks/${binod._id}`)
    const { heard } = await open(asha)
    await receives(chitra, group, 1)
    await vi.waitFor(() => expect(told(heard)).toEqual([{ conversationId: group, seq: 1 }]))
    await receives(binod, group, 1)
    await say(asha, group, 'Again')
    await receives(chitra, group, 2)
    await vi.waitFor(() => expect(told(heard)).toHaveLength(2))
    expect(told(heard)).toEqual([1, 2].map((seq) => ({ conversationId: group, seq })))
  })

  test('ignores strangers, the built-in groups, and input that is not as declared', async () => {
    const { app, open, asha, binod, chitra, stored } = await givenDevices()
    const id = await groupOf(app, [asha, binod])
    await say(asha, id, 'Hello')
    await say(asha, 'general', 'Hello')
    const [stranger, member] = [await open(chitra), await open(binod)]
    stranger.socket.emit('messages_received', [{ conversationId: id, seq: 1 }])
    stranger.socket.emit('messages_received', [{ conversationId: 'general', seq: 1 }])
    member.socket.emit('messages_received', { conversationId: id, seq: 1 })
    member.socket.emit('messages_received', [{ conversationId: id, seq: -1 }])
    member.socket.emit(
      'messages_received',
      Array.from({ length: chatLimits.receivedAtOnce + 1 }, () => ({ conversationId: id, seq: 1 })),
    )
    // What a socket sent before has been handled once what it sent last has an effect.
    for (const { socket } of [stranger, member]) socket.emit('update_status', 'away')
    const own = await privateOf(asha, chitra)
    await say(asha, own, 'Hello')
    stranger.socket.emit('messages_received', [{ conversationId: own, seq: 1 }])
    await vi.waitFor(async () => expect(await stored(chitra, own)).toBe(1))
    expect([await stored(chitra, id), await stored(chitra, 'general'), await stored(binod, id)]).toEqual([undefined, undefined, undefined])
  })

  test('works in an encrypted conversation', async () => {
    const { app, asha, binod, receives } = await givenDevices()
    await allowEncryption(app.db)
    const id = await privateOf(asha, binod)
    await say(asha, id, 'Hello')
    await app.db
      .updateTable('conversations')
      .set({ encryptedAt: 'now', keyVersion: 1, requiredKeyVersion: 1 })
      .where('id', '=', id)
      .execute()
    await receives(binod, id, 1)
    expect(await deliveredIn(asha, id)).toBe(1)
  })
})
