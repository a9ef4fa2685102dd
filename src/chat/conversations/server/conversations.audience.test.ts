import { describe, expect, test, vi } from 'vitest'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { givenSockets, type Heard, privateOf, said } from './testing/chat.ts'

type Shown = { participants: { user: { _id: string }; readSeq: number }[] }

const readsOf = (heard: readonly Heard[], { _id }: SignedInPerson) =>
  heard.filter(({ event, payload }) => event === 'message_read' && payload.userId === _id).map(({ payload }) => payload)
const hears = (heard: readonly Heard[], event: string, payload: object) =>
  vi.waitFor(
    () => expect(heard.filter((one) => one.event === event)).toContainEqual({ event, payload: expect.objectContaining(payload) }),
    {
      timeout: 10_000,
    },
  )

/** Prepares a group of an administrator, Asha and Binod, each with a socket. */
const givenGroup = async () => {
  const app = await given()
  const open = await givenSockets(app)
  const [admin, asha, binod] = [
    await app.as('admin', { name: 'Admin' }),
    await app.as('student', { name: 'Asha' }),
    await app.as('student', { name: 'Binod' }),
  ]
  const { body } = await admin.post('/chat/admin/groups', { name: 'Physics', participants: [asha._id, binod._id] })
  const [d, a, b] = [await open(admin), await open(asha), await open(binod)]
  return { app, open, admin, asha, binod, d, a, b, id: body._id as string, path: `/chat/admin/groups/${body._id}` }
}

const read = (person: SignedInPerson, id: string) => person.put(`/chat/conversations/${id}/read`)

test('a removed member receives no further events of the group: no reading, typing, edit, reaction, deletion or renaming', async () => {
  const { admin, asha, binod, d, a, b, id, path } = await givenGroup()
  const own = await said(asha, id, 'Mine')
  const message = await said(binod, id, 'Hello')
  await hears(a.heard, 'new_message', { _id: message._id })
  await admin.del(`${path}/members/${asha._id}`)
  await hears(a.heard, 'conversation_removed', { conversationId: id })
  const before = a.heard.length
  a.socket.emit('focus', id)
  a.socket.emit('join_conversations', [id])
  b.socket.emit('typing_start', id)
  await hears(d.heard, 'user_typing', { conversationId: id })
  await binod.post(`/chat/messages/${own._id}/reactions`, { emoji: '👍' })
  await binod.put(`/chat/messages/${message._id}`, { content: 'Hello all' })
  await binod.del(`/chat/messages/${message._id}`)
  await admin.put(path, { name: 'Chemistry' })
  await said(binod, id, 'After')
  await read(binod, id)
  await read(admin, id)
  await hears(d.heard, 'message_read', { conversationId: id, userId: admin._id })
  // The last event arriving alone proves that none came before it.
  const last = await privateOf(binod, asha)
  await hears(a.heard, 'conversation_created', { _id: last })
  const later = a.heard.slice(before).filter(({ event }) => !['changed', 'user_status_changed'].includes(event))
  expect(later.map(({ event }) => event)).toEqual(['conversation_created'])
})

describe('when one person blocks another', () => {
  test('neither receives reading or typing events in their private conversation', async () => {
    const { app, open, asha, binod, a, b } = await givenGroup()
    const id = await privateOf(asha, binod)
    await said(asha, id, 'Mine')
    await said(binod, id, 'Yours')
    await binod.put(`/chat/blocks/${asha._id}`)
    const other = await app.as('student', { name: 'Other' })
    const o = await open(other)
    const before = [a.heard.length, b.heard.length]
    a.socket.emit('typing_start', id)
    b.socket.emit('typing_start', id)
    await Promise.all([read(asha, id), read(binod, id)])
    await hears(a.heard, 'message_read', { conversationId: id, userId: asha._id })
    await hears(b.heard, 'message_read', { conversationId: id, userId: binod._id })
    for (const one of [asha, binod]) await hears(o.heard, 'conversation_created', { _id: await privateOf(one, other) })
    await hears(a.heard, 'conversation_created', { name: 'Other' })
    await hears(b.heard, 'conversation_created', { name: 'Other' })
    const later = [a.heard.slice(before[0]), b.heard.slice(before[1])]
    expect(later.map((heard) => heard.map(({ event }) => event).filter((event) => event !== 'changed'))).toEqual([
      ['message_read', 'conversation_created'],
      ['message_read', 'conversation_created'],
    ])
  })

  test('neither receives reading events of the other in a group; the other members do', async () => {
    const { admin, asha, binod, d, a, b, id } = await givenGroup()
    await said(asha, id, 'One')
    await said(admin, id, 'Two')
    await binod.put(`/chat/blocks/${asha._id}`)
    await read(binod, id)
    await hears(d.heard, 'message_read', { userId: binod._id, seq: 2 })
    await said(binod, id, 'Three')
    await read(asha, id)
    await hears(d.heard, 'message_read', { userId: asha._id, seq: 3 })
    await said(admin, id, 'Four')
    for (const { heard } of [a, b]) await hears(heard, 'new_message', { content: 'Four' })
    expect([readsOf(a.heard, binod), readsOf(b.heard, asha)]).toEqual([[], []])
  })

  test('no response and no event contains the read position of the other', async () => {
    const { admin, asha, binod, d, a, id, path } = await givenGroup()
    const chat = await privateOf(asha, binod)
    const [mine, inPrivate] = [await said(asha, id, 'One'), await said(asha, chat, 'Hello')]
    for (const where of [id, chat]) await read(binod, where)
    const listed = async (person: SignedInPerson, url: string) =>
      (await person.get(url)).body.items.flatMap((item: { user?: { _id: string }; readSeq?: number; _id: string }) =>
        (item.user ?? item)._id === binod._id ? [item.readSeq ?? item._id] : [],
      )
    const seen = async (person: SignedInPerson, where: string) => seqOf((await person.get(`/chat/conversations/${where}`)).body)
    const seqOf = ({ participants }: Shown) => participants.find(({ user }) => user._id === binod._id)?.readSeq
    const all = async () => [
      await seen(asha, id),
      await seen(asha, chat),
      await listed(asha, `/chat/conversations/${id}/participants`),
      await listed(asha, `/chat/messages/${mine._id}/readers`),
      await listed(asha, `/chat/messages/${inPrivate._id}/readers`),
    ]
    expect(await all()).toEqual([1, 1, [1], [binod._id], [binod._id]])
    await binod.put(`/chat/blocks/${asha._id}`)
    expect(await all()).toEqual([0, 0, [0], [], []])
    expect([await seen(admin, id), await listed(admin, `/chat/messages/${mine._id}/readers`)]).toEqual([1, [binod._id]])
    // One event goes to all members, so it contains neither read position.
    await admin.put(path, { name: 'Chemistry' })
    for (const { heard } of [a, d]) {
      await hears(heard, 'conversation_updated', { name: 'Chemistry' })
      expect(seqOf(heard.findLast(({ event }) => event === 'conversation_updated')?.payload)).toBe(0)
    }
    expect((await binod.del(`/chat/blocks/${asha._id}`)).status).toBe(204)
    expect(await all()).toEqual([1, 1, [1], [binod._id], [binod._id]])
  })
})
