import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { given } from '#server/testing/given.ts'
import { groupOf, privateOf, said, say } from './testing/chat.ts'

const givenPair = async () => {
  const app = await given()
  const [asha, binod] = [await app.as('student', { name: 'Asha' }), await app.as('manager', { name: 'Binod' })]
  return { app, asha, binod, id: await privateOf(asha, binod) }
}

const contents = (answer: { body: { items: { content: string | null }[] } }) => answer.body.items.map(({ content }) => content)

describe('a private conversation', () => {
  test('is one, whoever begins it and however often', async () => {
    const { asha, binod, id } = await givenPair()
    const again = await binod.post('/chat/conversations/private', { userId: asha._id })
    expect(again.status).toBe(201)
    expect(again.body).toMatchObject({ _id: id, type: 'private', name: 'Asha', participantCount: 2 })
    expect((await asha.get(`/chat/conversations/${id}`)).body.name).toBe('Binod')
  })

  test('is one even where both begin it at the same moment', async () => {
    const app = await given()
    const [asha, binod] = [await app.as('student'), await app.as('student')]
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => asha.post('/chat/conversations/private', { userId: binod._id })),
      ...Array.from({ length: 5 }, () => binod.post('/chat/conversations/private', { userId: asha._id })),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
  })

  test('cannot be begun with oneself, with nobody, or with somebody who is deleted', async () => {
    const app = await given()
    const asha = await app.as('student')
    const gone = await app.as('student', { deletedAt: '2026-11-21T05:30:00.000Z' })
    expect((await asha.post('/chat/conversations/private', { userId: asha._id })).status).toBe(400)
    expect((await asha.post('/chat/conversations/private', { userId: 'nobody' })).status).toBe(404)
    expect((await asha.post('/chat/conversations/private', { userId: gone._id })).status).toBe(404)
  })

  test('does not exist for anybody else', async () => {
    const { app, asha, id } = await givenPair()
    const { _id: message } = await said(asha, id, 'Hello')
    const [other, superadmin] = [await app.as('student'), await app.as('superadmin')]
    for (const stranger of [other, superadmin]) {
      for (const path of ['', '/messages', '/participants'])
        expect((await stranger.get(`/chat/conversations/${id}${path}`)).status).toBe(404)
      // Membership is judged before the body.
      expect((await stranger.post(`/chat/conversations/${id}/messages`, { content: 7 })).status).toBe(404)
      expect((await stranger.post(`/chat/messages/${message}/reactions`, { emoji: 'x' })).status).toBe(404)
      expect((await stranger.put(`/chat/messages/${message}`, { content: '' })).status).toBe(404)
      expect((await stranger.put(`/chat/conversations/${id}/read`)).status).toBe(404)
      expect((await stranger.get(`/chat/messages/${message}/readers`)).status).toBe(404)
    }
    expect((await other.del(`/chat/messages/${message}`)).status).toBe(404)
  })
})

describe('the groups that come with the institution', () => {
  test('have everybody in them, and group/join answers the general one', async () => {
    const app = await given()
    const [asha, admin] = [await app.as('student'), await app.as('admin')]
    const { body } = await asha.post('/chat/conversations/group/join')
    expect(body).toMatchObject({ type: 'group', name: 'General', builtIn: 'general', postPolicy: 'all' })
    expect(body.participants.map(({ user }: { user: { _id: string } }) => user._id).toSorted()).toEqual([asha._id, admin._id].toSorted())
    expect((await say(admin, body._id, 'Welcome')).status).toBe(201)
    const { items } = (await asha.get('/chat/conversations?type=group')).body
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['General', 'Announcement'])
    expect(items[0]).toMatchObject({ unreadCount: 1, lastMessage: { content: 'Welcome' } })
  })

  test('let only admins post in Announcement, by text, reply and edit; reactions stay open', async () => {
    const app = await given()
    const [asha, manager, admin] = [await app.as('student'), await app.as('manager'), await app.as('admin')]
    const message = await said(admin, 'announcement', 'Closed on Monday')
    for (const person of [asha, manager]) {
      for (const more of [{}, { replyTo: message._id }]) {
        const refused = await say(person, 'announcement', 'When?', more)
        expect([refused.status, refused.body.message]).toEqual([403, 'Only admins can post in Announcement.'])
      }
      expect((await person.post(`/chat/messages/${message._id}/reactions`, { emoji: '👍' })).status).toBe(200)
    }
    await app.db.updateTable('users').set({ role: 'student' }).where('id', '=', admin._id).execute()
    const refused = await admin.put(`/chat/messages/${message._id}`, { content: 'Open on Monday' })
    expect([refused.status, refused.body.message]).toEqual([403, 'Only admins can post in Announcement.'])
  })

  test('begin for a new person with what is written from then on', async () => {
    const app = await given()
    const admin = await app.as('admin')
    await said(admin, 'general', 'Before')
    const asha = await app.as('student')
    await said(admin, 'general', 'After')
    const [general] = (await asha.get('/chat/conversations')).body.items
    expect(general).toMatchObject({ name: 'General', unreadCount: 1, lastSeq: 2 })
    expect(contents(await asha.get('/chat/conversations/general/messages'))).toEqual(['Before', 'After'])
  })
})

describe('a message', () => {
  test('is numbered without a gap, also where many are sent at once', async () => {
    const { app, asha, binod, id } = await givenPair()
    const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => say(n % 2 ? asha : binod, id, `${n}`)))
    expect(sent.map(({ body }) => body.seq).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    const { body } = await asha.get(`/chat/conversations/${id}/messages?after=0`)
    expect(body.items.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    const row = await app.db.selectFrom('conversations').select('lastSeq').where('id', '=', id).executeTakeFirst()
    expect(row?.lastSeq).toBe(20)
  })

  test('that is sent again is the same message, and burns no number', async () => {
    const { asha, id } = await givenPair()
    const clientId = 'b3b9f7a2-1d7e-4e43-9d6e-2f6f1d0c9b11'
    const tries = await Promise.all(Array.from({ length: 8 }, () => say(asha, id, 'Once', { clientId })))
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(tries.map(({ body }) => body._id)).size).toBe(1)
    expect((await said(asha, id, 'Next')).seq).toBe(2)
    // Whatever it says the second time, and whatever has become forbidden meanwhile.
    expect((await say(asha, id, '', { clientId })).body).toMatchObject({ content: 'Once', seq: 1 })
  })

  test('of two people may have the same clientId', async () => {
    const { asha, binod, id } = await givenPair()
    const clientId = 'b3b9f7a21d7e4e439d6e2f6f1d0c9b11'
    const [one, other] = [await said(asha, id, 'Mine', { clientId }), await said(binod, id, 'Yours', { clientId })]
    expect([one.content, other.content]).toEqual(['Mine', 'Yours'])
  })

  test('is blank only as a reply, and a reply quotes a message of the same conversation', async () => {
    const { app, asha, binod, id } = await givenPair()
    const first = await said(asha, id, 'A question')
    expect((await say(asha, id, '   ')).status).toBe(400)
    expect((await asha.post(`/chat/conversations/${id}/messages`, { content: null })).status).toBe(400)
    const reply = await said(binod, id, '', { replyTo: first._id })
    expect(reply).toMatchObject({
      content: null,
      replyTo: { _id: first._id, content: 'A question', sender: { name: 'Asha' }, isDeleted: false },
    })
    const elsewhere = await said(asha, 'general', 'Elsewhere')
    expect((await say(binod, id, 'No', { replyTo: elsewhere._id })).status).toBe(400)
    expect((await say(binod, id, 'No', { replyTo: 'missing' })).status).toBe(400)
    expect((await said(await app.as('admin'), 'general', 'x')).seq).toBe(2)
  })

  test('comes back equal, whatever it says', async () => {
    const { asha, id } = await givenPair()
    for (const text of ["'; drop table messages --", '<script>alert(1)</script>', 'नमस्ते 👩‍👩‍👧‍👦', '%_\\', 'a\n\n  b'])
      expect((await said(asha, id, text)).content).toBe(text)
  })

  test('quotes and lists show the first 120 characters', async () => {
    const { asha, binod, id } = await givenPair()
    const first = await said(asha, id, 'न'.repeat(limits.messagePreview + 1))
    const reply = await said(binod, id, 'Yes', { replyTo: first._id })
    expect(reply.replyTo.content).toBe(`${'न'.repeat(limits.messagePreview)}…`)
    const short = await said(asha, id, '🔑'.repeat(limits.messagePreview))
    expect((await binod.get(`/chat/conversations/${id}`)).body.lastMessage.content).toBe(short.content)
  })

  test('mentions people of the conversation alone', async () => {
    const { app, asha, binod, id } = await givenPair()
    const other = await app.as('student')
    expect((await say(asha, id, '@Other', { mentions: [other._id] })).status).toBe(400)
    expect((await said(asha, id, '@Binod', { mentions: [binod._id] })).mentions).toEqual([{ _id: binod._id, name: 'Binod' }])
    expect((await binod.get(`/chat/conversations/${id}`)).body).toMatchObject({ unreadCount: 1, unreadMentions: 1 })
  })

  test('shows who sent it, never their email', async () => {
    const { app, asha, binod, id } = await givenPair()
    const { sender } = await said(binod, id, 'Hello')
    expect(sender).toEqual({ _id: binod._id, name: 'Binod', role: 'manager', profilePicture: null })
    const shown = (await asha.get(`/chat/conversations/${id}`)).text
    expect(shown).not.toContain(
      (await app.db.selectFrom('users').select('email').where('id', '=', binod._id).executeTakeFirstOrThrow()).email,
    )
    const staff = (await binod.get(`/chat/conversations/${id}`)).body
    expect(staff.participants.every(({ user }: { user: { email?: string } }) => user.email?.includes('@'))).toBe(true)
  })
})

describe('pages of messages', () => {
  const givenTen = async () => {
    const pair = await givenPair()
    for (let n = 1; n <= 10; n++) await say(pair.asha, pair.id, `${n}`)
    const get = async (query: string) => (await pair.binod.get(`/chat/conversations/${pair.id}/messages?${query}`)).body
    const seqs = async (query: string) => (await get(query)).items.map(({ seq }: { seq: number }) => seq)
    return { ...pair, get, seqs }
  }

  test('count from the newest, oldest first inside', async () => {
    const { get, seqs } = await givenTen()
    expect(await seqs('limit=4')).toEqual([7, 8, 9, 10])
    expect(await get('limit=4')).toMatchObject({ page: 1, hasMore: true, lastSeq: 10, lastChange: 0 })
    expect(await seqs('page=3&limit=4')).toEqual([1, 2])
    expect(await get('page=3&limit=4')).toMatchObject({ page: 3, hasMore: false })
    expect(await get('page=4&limit=4')).toMatchObject({ items: [], hasMore: false })
  })

  test('go on after and before a number', async () => {
    const { get, seqs } = await givenTen()
    expect(await seqs('after=7')).toEqual([8, 9, 10])
    expect(await get('after=5&limit=3')).toMatchObject({ hasMore: true })
    expect(await seqs('after=5&limit=3')).toEqual([6, 7, 8])
    expect(await get('after=10')).toMatchObject({ items: [], hasMore: false })
    expect(await seqs('before=4&limit=2')).toEqual([2, 3])
    expect(await get('before=4&limit=2')).toMatchObject({ hasMore: true })
    expect(await get('before=1')).toMatchObject({ items: [], hasMore: false })
    expect(await seqs('before=99&limit=1')).toEqual([10])
  })

  test('tell what changed after a count, in the order of the changes', async () => {
    const { asha, binod, id, get } = await givenTen()
    const { items } = await get('limit=10')
    await asha.put(`/chat/messages/${items[8]._id}`, { content: 'edited' })
    await binod.post(`/chat/messages/${items[2]._id}/reactions`, { emoji: '👍' })
    await asha.del(`/chat/messages/${items[5]._id}`)
    const changed = await get('changedAfter=0')
    expect(changed.items.map(({ seq }: { seq: number }) => seq)).toEqual([9, 3, 6])
    expect(changed).toMatchObject({ hasMore: false, lastChange: 3 })
    expect(changed.items.map(({ change }: { change: number }) => change)).toEqual([1, 2, 3])
    expect(await get('changedAfter=1&limit=1')).toMatchObject({ hasMore: true, items: [{ seq: 3 }] })
    expect((await asha.get(`/chat/conversations/${id}`)).body.lastChange).toBe(3)
  })

  test('have fifty messages unless another limit is given, from 1 to 100', async () => {
    const { binod, id } = await givenPair()
    for (const limit of [0, 101, 'x']) expect((await binod.get(`/chat/conversations/${id}/messages?limit=${limit}`)).status).toBe(400)
    expect((await binod.get(`/chat/conversations/${id}/messages?limit=100`)).status).toBe(200)
  })
})

describe('an edit', () => {
  test('changes the text, says so, and keeps what was said before', async () => {
    const { app, asha, binod, id } = await givenPair()
    const message = await said(asha, id, 'Helo')
    const edited = await asha.put(`/chat/messages/${message._id}`, { content: ' Hello ' })
    expect(edited.body).toMatchObject({ content: 'Hello', isEdited: true, editedBy: null, change: 1 })
    expect((await binod.get(`/chat/conversations/${id}`)).body.lastMessage.content).toBe('Hello')
    expect(await app.db.selectFrom('messageVersions').select(['content', 'writtenBy']).execute()).toEqual([
      { content: 'Helo', writtenBy: asha._id },
    ])
  })

  test('to the same text changes nothing, and a blank one is refused', async () => {
    const { asha, id } = await givenPair()
    const message = await said(asha, id, 'Hello')
    expect((await asha.put(`/chat/messages/${message._id}`, { content: 'Hello' })).body).toMatchObject({ isEdited: false, change: 0 })
    expect((await asha.put(`/chat/messages/${message._id}`, { content: '  ' })).status).toBe(400)
  })

  test("is the sender's, or an admin's who is a member, whose name is shown", async () => {
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
    const { app, asha, id } = await givenPair()
    const message = await said(asha, id, 'Hello')
    app.setNow(new Date(Date.parse(message.createdAt) + 4 * 3_600_000).toISOString())
    expect((await asha.put(`/chat/messages/${message._id}`, { content: 'In time' })).status).toBe(200)
    app.setNow(new Date(Date.parse(message.createdAt) + 4 * 3_600_000 + 1).toISOString())
    const late = await asha.put(`/chat/messages/${message._id}`, { content: 'Too late' })
    expect([late.status, late.body.code]).toEqual([403, 'chat.edit_too_late'])
  })
})

describe('a deletion', () => {
  test('leaves a place without text, takes what was said off the disk, and can be repeated', async () => {
    const { app, asha, binod, id } = await givenPair()
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

  test("is the sender's or an admin's, who need not be a member, and an admin's is audited without the text", async () => {
    const { app, asha, binod, id } = await givenPair()
    const message = await said(asha, id, 'Rude words')
    expect((await binod.del(`/chat/messages/${message._id}`)).status).toBe(403)
    expect((await (await app.as('admin')).del(`/chat/messages/${message._id}`)).status).toBe(204)
    const audit = await app.db.selectFrom('audit').selectAll().where('action', '=', 'chat.remove').execute()
    expect(audit).toHaveLength(1)
    expect(JSON.stringify(audit)).not.toContain('Rude words')
  })

  test('ends editing and reactions', async () => {
    const { asha, id } = await givenPair()
    const message = await said(asha, id, 'Hello')
    await asha.del(`/chat/messages/${message._id}`)
    expect((await asha.put(`/chat/messages/${message._id}`, { content: 'x' })).status).toBe(404)
    expect((await asha.post(`/chat/messages/${message._id}/reactions`, { emoji: '👍' })).status).toBe(404)
  })
})

describe('a reaction', () => {
  test('is one for each person and emoji, and toggles', async () => {
    const { asha, binod, id } = await givenPair()
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

  test.each(['👍🏽', '❤️', '🇮🇳', '1️⃣', '👩‍👩‍👧‍👦', '🤷🏽‍♂️'])('may be %s', async (emoji) => {
    const { asha, id } = await givenPair()
    const { _id } = await said(asha, id, 'Hello')
    expect((await asha.post(`/chat/messages/${_id}/reactions`, { emoji })).body.reactions).toMatchObject([{ emoji }])
  })

  test.each(['', 'x', '👍👍', '<b>', '7', ' 👍', null, 7])('may not be %j', async (emoji) => {
    const { asha, id } = await givenPair()
    const { _id } = await said(asha, id, 'Hello')
    expect((await asha.post(`/chat/messages/${_id}/reactions`, { emoji })).status).toBe(400)
  })
})

describe('what is read', () => {
  test('goes on and never back, and is seen by the other', async () => {
    const { asha, binod, id } = await givenPair()
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

  test('can be marked as unread, until it is opened again', async () => {
    const { asha, binod, id } = await givenPair()
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

  test('counts neither what is muted nor what blocked people say', async () => {
    const { app, asha, binod, id } = await givenPair()
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

  test('is told by name, without the sender', async () => {
    const { asha, binod, id } = await givenPair()
    const message = await said(asha, id, 'Hello')
    const names = async () => (await asha.get(`/chat/messages/${message._id}/readers`)).body.items.map(({ name }: { name: string }) => name)
    expect(await names()).toEqual([])
    await asha.put(`/chat/conversations/${id}/read`)
    await binod.put(`/chat/conversations/${id}/read`)
    expect(await names()).toEqual(['Binod'])
  })
})

describe('who may write to whom', () => {
  const setting = async (studentsMayWrite: string) => {
    const app = await given()
    await app.db
      .insertInto('customization')
      .values({
        id: 'only',
        systemName: null,
        logoSha256: null,
        logoName: null,
        showLogo: 0,
        logoSize: 40,
        activeTheme: null,
        landing: null,
        hall: null,
        documents: null,
        chat: JSON.stringify({ studentsMayWrite }),
      })
      .execute()
    return { app, asha: await app.as('student'), binod: await app.as('student'), clerk: await app.as('manager') }
  }

  test('students may write to staff alone where the hall says so', async () => {
    const { asha, binod, clerk } = await setting('staff')
    expect((await asha.post('/chat/conversations/private', { userId: binod._id })).status).toBe(403)
    expect((await say(asha, await privateOf(asha, clerk), 'Hello')).status).toBe(201)
    expect((await asha.get('/chat/users/search')).body.items.map(({ _id }: { _id: string }) => _id)).toEqual([clerk._id])
  })

  test('students may begin nothing where the hall says so, but answer staff', async () => {
    const { asha, binod, clerk } = await setting('nobody')
    expect((await asha.post('/chat/conversations/private', { userId: binod._id })).status).toBe(403)
    expect((await asha.post('/chat/conversations/private', { userId: clerk._id })).body.code).toBe('chat.not_to_anyone')
    const id = await privateOf(clerk, asha)
    expect((await say(asha, id, 'Hello?')).status).toBe(403)
    await say(clerk, id, 'Your seat is free')
    expect((await say(asha, id, 'Thank you')).status).toBe(201)
    expect((await say(asha, 'general', 'Groups stay open')).status).toBe(201)
  })

  test('a block keeps both from writing in private, and only the one who blocks is told', async () => {
    const { asha, binod, id } = await givenPair()
    expect((await asha.put(`/chat/blocks/${binod._id}`)).status).toBe(204)
    expect((await asha.put(`/chat/blocks/${binod._id}`)).status).toBe(204)
    expect((await say(asha, id, 'x')).body.code).toBe('chat.you_blocked')
    expect((await say(binod, id, 'x')).body.code).toBe('chat.blocked')
    expect((await binod.get(`/chat/conversations/${id}`)).body.whyNotWrite).toEqual({
      code: 'chat.blocked',
      message: 'You cannot write to this person.',
    })
    expect((await binod.get('/chat/users/search')).body.items).toEqual([])
    expect((await asha.get('/chat/blocks')).body.items).toMatchObject([{ name: 'Binod' }])
    await asha.del(`/chat/blocks/${binod._id}`)
    expect((await say(binod, id, 'x')).status).toBe(201)
    expect((await asha.put(`/chat/blocks/${asha._id}`)).status).toBe(400)
    expect((await asha.put('/chat/blocks/nobody')).status).toBe(404)
  })

  test('nobody writes to a deleted account; what was said stays', async () => {
    const { app, asha, binod, id } = await givenPair()
    await say(asha, id, 'Hello')
    await (await app.as('superadmin')).del(`/user/${asha._id}`)
    expect((await say(binod, id, 'x')).body.code).toBe('chat.person_gone')
    expect((await binod.get(`/chat/conversations/${id}`)).body).toMatchObject({ name: 'Deleted user', lastMessage: { content: 'Hello' } })
  })
})

test('people are told which conversations they are in, and nobody else is', async () => {
  const { app, asha, binod, id } = await givenPair()
  await privateOf(binod, await app.as('student'))
  await asha.post('/chat/conversations/group/join')
  const ids = (answer: { body: { conversations: { _id: string }[] } }) => answer.body.conversations.map(({ _id }) => _id)
  expect(ids(await asha.get('/auth/me')).toSorted()).toEqual(['announcement', 'general', id].toSorted())
  expect(ids(await asha.get(`/user/profile/${asha._id}`)).toSorted()).toEqual(['announcement', 'general', id].toSorted())
  expect((await binod.get(`/user/profile/${asha._id}`)).body).not.toHaveProperty('conversations')
})

describe('lists', () => {
  test('of conversations have the newest message first, in pages, and search finds names literally', async () => {
    const app = await given()
    const me = await app.as('superadmin')
    const names = ['Asha 100%', 'Binod', 'चन्द्र']
    const ids = []
    for (const name of names) ids.push(await privateOf(me, await app.as('student', { name })))
    await groupOf(app, [me], 'Physics')
    await said(me, ids[1] ?? '', 'Newest')
    const list = async (query: string) =>
      (await me.get(`/chat/conversations?${query}`)).body.items.map(({ name }: { name: string }) => name)
    expect(await list('type=private')).toEqual(['Binod', 'चन्द्र', 'Asha 100%'])
    expect(await list('search=%25')).toEqual(['Asha 100%'])
    expect(await list('search=PHYS')).toEqual(['Physics'])
    expect(await list(`search=${encodeURIComponent('चन्द्र')}`)).toEqual(['चन्द्र'])
    const first = (await me.get('/chat/conversations?limit=2')).body
    expect(first.items).toHaveLength(2)
    const rest = (await me.get(`/chat/conversations?cursor=${first.nextCursor}`)).body
    expect([...first.items, ...rest.items].map(({ _id }: { _id: string }) => _id)).toHaveLength(6)
  })

  test('of people have those who can sign in, found by name, by students not by email', async () => {
    const app = await given()
    const [asha, clerk] = [await app.as('student', { name: 'Asha' }), await app.as('manager')]
    await app.as('student', { name: 'Binod', email: 'binod@example.org', phone: '98765' })
    await app.as('student', { name: 'Chitra', terminationDate: '2020-01-31' })
    const find = async (who: typeof asha, q: string) =>
      (await who.get(`/chat/users/search?q=${encodeURIComponent(q)}`)).body.items.map(({ name }: { name: string }) => name)
    expect(await find(asha, 'bin')).toEqual(['Binod'])
    expect(await find(asha, 'chitra')).toEqual([])
    expect(await find(asha, 'binod@')).toEqual([])
    expect(await find(clerk, 'binod@')).toEqual(['Binod'])
    expect(await find(clerk, '98765')).toEqual(['Binod'])
    expect((await asha.get('/chat/users/search?q=bin')).text).not.toContain('@')
  })
})
