import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { givenPair, groupOf, said } from './testing/chat.ts'

describe('an edit', () => {
  test('changes the text, is marked as edited, and stores the previous text', async () => {
    const { app, asha, binod, id } = await givenPair(await given())
    const message = await said(asha, id, 'Helo')
    const edited = await asha.put(`/chat/messages/${message._id}`, { content: ' Hello ' })
    expect(edited.body).toMatchObject({ content: 'Hello', isEdited: true, editedBy: null, change: 1 })
    expect((await binod.get(`/chat/conversations/${id}`)).body.lastMessage.content).toBe('Hello')
    expect(await app.db.selectFrom('messageVersions').select(['content', 'writtenBy']).execute()).toEqual([
      { content: 'Helo', writtenBy: asha._id },
    ])
  })

  test('to the same text changes nothing, and a blank one is rejected', async () => {
    const { asha, id } = await givenPair(await given())
    const message = await said(asha, id, 'Hello')
    expect((await asha.put(`/chat/messages/${message._id}`, { content: 'Hello' })).body).toMatchObject({ isEdited: false, change: 0 })
    expect((await asha.put(`/chat/messages/${message._id}`, { content: '  ' })).status).toBe(400)
  })

  test('is allowed for the sender, and for an admin who is a member, whose name is shown', async () => {
    const app = await given()
    const [asha, manager, admin, outside] = [await app.as('student'), await app.as('manager'), await app.as('admin'), await app.as('admin')]
    const id = await groupOf(app, [asha, manager, admin])
    const message = await said(asha, id, 'Rude')
    expect((await manager.put(`/chat/messages/${message._id}`, { content: 'Kind' })).status).toBe(403)
    expect((await outside.put(`/chat/messages/${message._id}`, { content: 'Kind' })).status).toBe(404)
    expect((await admin.put(`/chat/messages/${message._id}`, { content: 'Kind' })).body).toMatchObject({
      content: 'Kind',
      editedBy: { _id: admin._id },
    })
  })

  test('is possible for four hours by the clock of the server, for everybody', async () => {
    const { app, asha, id } = await givenPair(await given())
    const message = await said(asha, id, 'Hello')
    app.setNow(new Date(Date.parse(message.createdAt) + 4 * 3_600_000).toISOString())
    expect((await asha.put(`/chat/messages/${message._id}`, { content: 'In time' })).status).toBe(200)
    app.setNow(new Date(Date.parse(message.createdAt) + 4 * 3_600_000 + 1).toISOString())
    const late = await asha.put(`/chat/messages/${message._id}`, { content: 'Too late' })
    expect([late.status, late.body.code]).toEqual([403, 'chat.edit_too_late'])
  })
})

describe('a deletion', () => {
  test('leaves a placeholder, erases the content from the disk, and can be repeated', async () => {
    const { app, asha, binod, id } = await givenPair(await given())
    const message = await said(asha, id, 'A secret', { mentions: [binod._id] })
    await asha.put(`/chat/messages/${message._id}`, { content: 'Another secret' })
    await binod.post(`/chat/messages/${message._id}/reactions`, { emoji: '👍' })
    const reply = await said(binod, id, 'Why?', { replyTo: message._id })
    expect((await asha.del(`/chat/messages/${message._id}`)).status).toBe(204)
    expect((await asha.del(`/chat/messages/${message._id}`)).status).toBe(204)
    const { items } = (await binod.get(`/chat/conversations/${id}/messages`)).body
    expect(items[0]).toMatchObject({ _id: message._id, seq: 1, isDeleted: true, content: null, reactions: [], mentions: [], change: 3 })
    expect(items[1]).toMatchObject({ _id: reply._id, replyTo: { content: null, isDeleted: true } })
    for (const table of ['messages', 'messageVersions', 'messageReactions', 'messageMentions'] as const)
      expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute())).not.toContain('secret')
    expect((await binod.get(`/chat/conversations/${id}`)).body.unreadCount).toBe(0)
  })

  test('is allowed for the sender and for any admin, and an admin’s is audited without the text', async () => {
    const { app, asha, binod, id } = await givenPair(await given())
    const message = await said(asha, id, 'Rude words')
    expect((await binod.del(`/chat/messages/${message._id}`)).status).toBe(403)
    expect((await (await app.as('admin')).del(`/chat/messages/${message._id}`)).status).toBe(204)
    const audit = await app.db.selectFrom('audit').selectAll().where('action', '=', 'chat.remove').execute()
    expect(audit).toHaveLength(1)
    expect(JSON.stringify(audit)).not.toContain('Rude words')
  })

  test('prevents later edits and reactions', async () => {
    const { asha, id } = await givenPair(await given())
    const message = await said(asha, id, 'Hello')
    await asha.del(`/chat/messages/${message._id}`)
    expect((await asha.put(`/chat/messages/${message._id}`, { content: 'x' })).status).toBe(404)
    expect((await asha.post(`/chat/messages/${message._id}/reactions`, { emoji: '👍' })).status).toBe(404)
  })
})

describe('a reaction', () => {
  test('exists once per person and emoji, and toggles', async () => {
    const { asha, binod, id } = await givenPair(await given())
    const { _id } = await said(asha, id, 'Hello')
    const react = async (person: typeof asha, emoji: string, on?: boolean) =>
      (await person.post(`/chat/messages/${_id}/reactions`, { emoji, ...(on !== undefined && { on }) })).body.reactions.map(
        (one: { emoji: string; user: { name: string } }) => `${one.emoji} ${one.user.name}`,
      )
    expect(await react(binod, '👍')).toEqual(['👍 Binod'])
    expect(await react(asha, '👍')).toEqual(['👍 Binod', '👍 Asha'])
    expect(await react(binod, '👍')).toEqual(['👍 Asha'])
    expect(await react(asha, '👍', true)).toEqual(['👍 Asha'])
    expect(await react(asha, '👍', false)).toEqual([])
    expect(await react(asha, '👍', false)).toEqual([])
  })

  test.each(['👍🏽', '❤️', '🇮🇳', '1️⃣', '👩‍👩‍👧‍👦', '🤷🏽‍♂️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])('may be %s', async (emoji) => {
    const { asha, id } = await givenPair(await given())
    const { _id } = await said(asha, id, 'Hello')
    expect((await asha.post(`/chat/messages/${_id}/reactions`, { emoji })).body.reactions).toMatchObject([{ emoji }])
  })

  test.each(['', 'x', '👍👍', '<b>', '7', ' 👍', '🏴\u{e0067}', '👍\u{e0067}\u{e0062}\u{e007f}', null, 7])(
    'may not be %j',
    async (emoji) => {
      const { asha, id } = await givenPair(await given())
      const { _id } = await said(asha, id, 'Hello')
      expect((await asha.post(`/chat/messages/${_id}/reactions`, { emoji })).status).toBe(400)
    },
  )
})
