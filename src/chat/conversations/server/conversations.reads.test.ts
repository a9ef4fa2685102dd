import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { givenPair, said, say } from './testing/chat.ts'

describe('a read position', () => {
  test('only moves forward, and is visible to the other person', async () => {
    const { asha, binod, id } = await givenPair(await given())
    for (const text of ['1', '2', '3']) await say(asha, id, text)
    const unread = async () => (await binod.get(`/chat/conversations/${id}`)).body.unreadCount
    expect(await unread()).toBe(3)
    expect((await binod.put(`/chat/conversations/${id}/read`, { seq: 2 })).status).toBe(204)
    expect(await unread()).toBe(1)
    await binod.put(`/chat/conversations/${id}/read`, { seq: 1 })
    expect(await unread()).toBe(1)
    await Promise.all([3, 1, 2].map((seq) => binod.put(`/chat/conversations/${id}/read`, { seq })))
    const { participants } = (await asha.get(`/chat/conversations/${id}`)).body
    expect(participants.find(({ user }: { user: { name: string } }) => user.name === 'Binod').readSeq).toBe(3)
    await say(asha, id, '4')
    await binod.put(`/chat/conversations/${id}/read`)
    expect(await unread()).toBe(0)
    await binod.put(`/chat/conversations/${id}/read`, { seq: 99 })
    await say(asha, id, '5')
    expect(await unread()).toBe(1)
  })

  test('is overridden by marking as unread, until the conversation is opened again', async () => {
    const { asha, binod, id } = await givenPair(await given())
    await say(asha, id, 'Hello')
    await binod.put(`/chat/conversations/${id}/read`)
    expect((await binod.get('/chat/unread')).body).toEqual({ count: 0 })
    expect((await binod.put(`/chat/conversations/${id}/unread`)).status).toBe(204)
    expect((await binod.get(`/chat/conversations/${id}`)).body).toMatchObject({ markedUnread: true, unreadCount: 0 })
    expect((await binod.get('/chat/unread')).body).toEqual({ count: 1 })
    expect((await binod.get('/chat/conversations?unread=true')).body.items).toHaveLength(1)
    await binod.put(`/chat/conversations/${id}/read`)
    expect((await binod.get(`/chat/conversations/${id}`)).body.markedUnread).toBe(false)
  })

  test('ignores muted conversations and messages of blocked people in unread counts', async () => {
    const { app, asha, binod, id } = await givenPair(await given())
    await say(asha, id, 'Hello')
    expect((await binod.get('/chat/unread')).body).toEqual({ count: 1 })
    expect((await binod.put(`/chat/conversations/${id}/settings`, { mutedUntil: '2999-01-01' })).status).toBe(200)
    expect((await binod.get('/chat/unread')).body).toEqual({ count: 0 })
    await say(asha, 'general', 'Hello all')
    const other = await app.as('student')
    expect((await other.get('/chat/unread')).body).toEqual({ count: 0 })
    expect((await binod.get('/chat/unread')).body).toEqual({ count: 1 })
    await binod.put(`/chat/blocks/${asha._id}`)
    expect((await binod.get('/chat/unread')).body).toEqual({ count: 0 })
    expect((await binod.get(`/chat/conversations/${id}`)).body.unreadCount).toBe(0)
  })

  test('is listed by reader name, without the sender', async () => {
    const { asha, binod, id } = await givenPair(await given())
    const message = await said(asha, id, 'Hello')
    const names = async () => (await asha.get(`/chat/messages/${message._id}/readers`)).body.items.map(({ name }: { name: string }) => name)
    expect(await names()).toEqual([])
    await asha.put(`/chat/conversations/${id}/read`)
    await binod.put(`/chat/conversations/${id}/read`)
    expect(await names()).toEqual(['Binod'])
  })
})
