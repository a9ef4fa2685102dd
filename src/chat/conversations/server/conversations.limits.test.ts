import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { newId } from '#server/db/ids.ts'
import { type Given, given } from '#server/testing/given.ts'
import { newAccount } from '#server/testing/people.ts'
import { chatLimits } from '../conversations.limits.ts'
import { chatChannel } from './conversations.channel.ts'
import { groupOf, privateOf, said, say } from './testing/chat.ts'

const people = async ({ db }: Given, count: number): Promise<string[]> => {
  const accounts = Array.from({ length: count }, () => newAccount('student'))
  for (let done = 0; done < count; done += 500)
    await db
      .insertInto('users')
      .values(accounts.slice(done, done + 500))
      .execute()
  return accounts.map(({ id }) => id)
}

const messageRows = (conversationId: string, senderId: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: newId(),
    conversationId,
    seq: at + 1,
    change: 0,
    type: 'text' as const,
    senderId,
    clientId: newId(),
    content: `${at}`,
    replyTo: null,
    createdAt: '2026-11-22T05:30:00.000Z',
    editedAt: null,
    editedBy: null,
    deletedAt: null,
    deletedBy: null,
  }))

const fill = async ({ db }: Given, conversationId: string, senderId: string, count: number): Promise<void> => {
  const rows = messageRows(conversationId, senderId, count)
  for (let done = 0; done < count; done += 500)
    await db
      .insertInto('messages')
      .values(rows.slice(done, done + 500))
      .execute()
  await db.updateTable('conversations').set({ lastSeq: count }).where('id', '=', conversationId).execute()
}

test('a page has fifty messages by default', async () => {
  const app = await given()
  const [asha, binod] = [await app.as('student'), await app.as('student')]
  const id = await privateOf(asha, binod)
  await fill(app, id, asha._id, chatLimits.messagesDefault + 1)
  const { body } = await binod.get(`/chat/conversations/${id}/messages`)
  expect([body.items.length, body.hasMore, body.items[0].seq]).toEqual([chatLimits.messagesDefault, true, 2])
})

test('unread messages are counted up to a thousand', async () => {
  const app = await given()
  const [asha, binod] = [await app.as('student'), await app.as('student')]
  const id = await privateOf(asha, binod)
  await fill(app, id, asha._id, chatLimits.unreadCounted + 1)
  expect((await binod.get(`/chat/conversations/${id}`)).body.unreadCount).toBe(chatLimits.unreadCounted)
  await binod.put(`/chat/conversations/${id}/read`, { seq: 2 })
  expect((await binod.get(`/chat/conversations/${id}`)).body.unreadCount).toBe(chatLimits.unreadCounted - 1)
})

test('limits the number of reactions to one message, of all people together', async () => {
  const app = await given()
  const asha = await app.as('student')
  const { _id } = await said(asha, 'general', 'Hello')
  const reactions = (await people(app, chatLimits.reactions - 1)).map((userId) => ({ id: newId(), messageId: _id, userId, emoji: '👍' }))
  await app.db.insertInto('messageReactions').values(reactions).execute()
  const react = async (emoji: string) => (await asha.post(`/chat/messages/${_id}/reactions`, { emoji })).status
  expect(await react('👍')).toBe(200)
  expect(await react('👏')).toBe(409)
  expect((await asha.get('/chat/conversations/general/messages')).body.items[0].reactions).toHaveLength(chatLimits.reactions)
  expect(await react('👍')).toBe(200)
})

test('a conversation includes a hundred people, and lists all of them in pages', async () => {
  const app = await given()
  const asha = await app.as('student')
  await people(app, chatLimits.participantsListed)
  const group = await groupOf(app, [asha])
  const ids = await people(app, chatLimits.participantsListed)
  const members = ids.map((userId) => ({ conversationId: group, userId, joinedSeq: 0, joinedAt: 'then' }))
  await app.db.insertInto('conversationMembers').values(members).execute()
  for (const [id, count] of [
    ['general', 2 * chatLimits.participantsListed + 1],
    [group, chatLimits.participantsListed + 1],
  ] as const) {
    const { body } = await asha.get(`/chat/conversations/${id}`)
    expect([body.participants.length, body.participantCount]).toEqual([chatLimits.participantsListed, count])
    const all = (await asha.get(`/chat/conversations/${id}/participants?limit=1000`)).body
    expect([all.items.length, all.nextCursor]).toEqual([count, null])
    const first = (await asha.get(`/chat/conversations/${id}/participants?limit=60`)).body
    const next = (await asha.get(`/chat/conversations/${id}/participants?limit=60&cursor=${first.nextCursor}`)).body
    const seen = [...first.items, ...next.items].map(({ user }: { user: { _id: string } }) => user._id)
    expect(new Set(seen).size).toBe(Math.min(120, count))
  }
})

test('accepts the longest existing emoji', async () => {
  const app = await given()
  const asha = await app.as('student')
  const react = async (emoji: string) => {
    const { _id } = (await say(asha, 'general', 'Hello')).body
    return (await asha.post(`/chat/messages/${_id}/reactions`, { emoji })).status
  }
  const joined = (count: number) => Array.from({ length: count }, () => '👩🏽').join('\u200d')
  expect([5, 6].map((count) => [...joined(count)].length <= chatLimits.emoji)).toEqual([true, false])
  expect([await react(joined(5)), await react(joined(6))]).toEqual([200, 400])
})

test('a socket joins the rooms of a limited number of groups, the most active ones', async () => {
  const app = await given()
  const asha = await app.as('student')
  const at = '2026-11-22T05:30:00.000Z'
  const group = (id: string) => ({
    id,
    type: 'group' as const,
    builtIn: null,
    name: id,
    nameFolded: id,
    description: '',
    pairKey: null,
    postPolicy: 'all' as const,
    firstSeq: 1,
    lastSeq: 0,
    lastChange: 0,
    activity: id,
    encryptedAt: null,
    keyVersion: 0,
    requiredKeyVersion: 0,
    keyMadeAt: null,
    keyMadeAfter: 0,
    createdBy: null,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
  })
  const ids = Array.from({ length: limits.roomsOfSocket + 1 }, () => newId())
  for (let done = 0; done < ids.length; done += 250) {
    const some = ids.slice(done, done + 250)
    await app.db.insertInto('conversations').values(some.map(group)).execute()
    const members = some.map((conversationId) => ({ conversationId, userId: asha._id, joinedSeq: 0, joinedAt: at }))
    await app.db.insertInto('conversationMembers').values(members).execute()
  }
  const rooms = await chatChannel.roomsOf?.(app.platform, asha.me)
  expect(rooms).toHaveLength(limits.roomsOfSocket + 2)
  expect(rooms).toContain(`conversation:${ids.at(-1)}`)
  expect(rooms).not.toContain(`conversation:${ids[0]}`)
})
