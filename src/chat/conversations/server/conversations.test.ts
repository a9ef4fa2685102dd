import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { chatLimits } from '../conversations.limits.ts'
import { givenPair, said, say } from './testing/chat.ts'

const contents = (answer: { body: { items: { content: string | null }[] } }) => answer.body.items.map(({ content }) => content)

describe('a private conversation', () => {
  test('is created once, regardless of who starts it and how often', async () => {
    const { asha, binod, id } = await givenPair(await given())
    const again = await binod.post('/chat/conversations/private', { userId: asha._id })
    expect(again.status).toBe(201)
    expect(again.body).toMatchObject({ _id: id, type: 'private', name: 'Asha', participantCount: 2 })
    expect((await asha.get(`/chat/conversations/${id}`)).body.name).toBe('Binod')
  })

  test('is created once even if both start it at the same time', async () => {
    const app = await given()
    const [asha, binod] = [await app.as('student'), await app.as('student')]
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => asha.post('/chat/conversations/private', { userId: binod._id })),
      ...Array.from({ length: 5 }, () => binod.post('/chat/conversations/private', { userId: asha._id })),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
  })

  test('cannot be started with oneself, with a nonexistent person, or with a deleted one', async () => {
    const app = await given()
    const asha = await app.as('student')
    const gone = await app.as('student', { deletedAt: '2026-11-21T05:30:00.000Z' })
    expect((await asha.post('/chat/conversations/private', { userId: asha._id })).status).toBe(400)
    expect((await asha.post('/chat/conversations/private', { userId: 'nobody' })).status).toBe(404)
    expect((await asha.post('/chat/conversations/private', { userId: gone._id })).status).toBe(404)
  })

  test('does not exist for anybody else', async () => {
    const { app, asha, id } = await givenPair(await given())
    const { _id: message } = await said(asha, id, 'Hello')
    const [other, superadmin] = [await app.as('student'), await app.as('superadmin')]
    for (const stranger of [other, superadmin]) {
      for (const path of ['', '/messages', '/participants'])
        expect((await stranger.get(`/chat/conversations/${id}${path}`)).status).toBe(404)
      // Membership is checked before the body.
      expect((await stranger.post(`/chat/conversations/${id}/messages`, { content: 7 })).status).toBe(404)
      expect((await stranger.post(`/chat/messages/${message}/reactions`, { emoji: 'x' })).status).toBe(404)
      expect((await stranger.put(`/chat/messages/${message}`, { content: '' })).status).toBe(404)
      expect((await stranger.put(`/chat/conversations/${id}/read`)).status).toBe(404)
      expect((await stranger.get(`/chat/messages/${message}/readers`)).status).toBe(404)
    }
    expect((await other.del(`/chat/messages/${message}`)).status).toBe(404)
  })
})

describe('the built-in groups', () => {
  test('include everybody, and group/join returns the general one', async () => {
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

  test('allow only admins to post in Announcement, by text, reply and edit; reactions stay open', async () => {
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

  test('start for a new person with the messages written from then on', async () => {
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
  test('is numbered without gaps, even if many are sent at once', async () => {
    const { app, asha, binod, id } = await givenPair(await given())
    const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => say(n % 2 ? asha : binod, id, `${n}`)))
    expect(sent.map(({ body }) => body.seq).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    const { body } = await asha.get(`/chat/conversations/${id}/messages?after=0`)
    expect(body.items.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    const row = await app.db.selectFrom('conversations').select('lastSeq').where('id', '=', id).executeTakeFirst()
    expect(row?.lastSeq).toBe(20)
  })

  test('that is sent again is the same message, and uses no number', async () => {
    const { asha, id } = await givenPair(await given())
    const clientId = 'b3b9f7a2-1d7e-4e43-9d6e-2f6f1d0c9b11'
    const tries = await Promise.all(Array.from({ length: 8 }, () => say(asha, id, 'Once', { clientId })))
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(tries.map(({ body }) => body._id)).size).toBe(1)
    expect((await said(asha, id, 'Next')).seq).toBe(2)
    // Even if its content differs the second time, and writing has since been forbidden.
    expect((await say(asha, id, '', { clientId })).body).toMatchObject({ content: 'Once', seq: 1 })
  })

  test('of two people may have the same clientId', async () => {
    const { asha, binod, id } = await givenPair(await given())
    const clientId = 'b3b9f7a21d7e4e439d6e2f6f1d0c9b11'
    const [one, other] = [await said(asha, id, 'Mine', { clientId }), await said(binod, id, 'Yours', { clientId })]
    expect([one.content, other.content]).toEqual(['Mine', 'Yours'])
  })

  test('is blank only as a reply, and a reply quotes a message of the same conversation', async () => {
    const { app, asha, binod, id } = await givenPair(await given())
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

  test('of invisible characters counts as blank', async () => {
    const { asha, id } = await givenPair(await given())
    const { _id } = await said(asha, id, 'Seen')
    const unseen = ['\u200b', '\u2060', '\ufeff', '\u00ad', '\ufe0f', '\u200d', '\u3164', '\u2800', '\u{e0067}', '\t \u200b\n\ufe0f']
    for (const content of unseen) {
      expect([content, (await say(asha, id, content)).body.code]).toEqual([content, 'chat.blank'])
      expect((await asha.put(`/chat/messages/${_id}`, { content })).body.message).toBe('Please enter a message')
      expect((await said(asha, id, content, { replyTo: _id })).content).toBeNull()
    }
    for (const content of ['.', '\u200bx', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '❤️', 'क्‍ष'])
      expect((await said(asha, id, content)).content).toBe(content)
  })

  test('is returned unchanged, regardless of its text', async () => {
    const { asha, id } = await givenPair(await given())
    for (const text of ["'; drop table messages --", '<script>alert(1)</script>', 'नमस्ते 👩‍👩‍👧‍👦', '%_\\', 'a\n\n  b'])
      expect((await said(asha, id, text)).content).toBe(text)
  })

  test('is shortened to 120 characters in quotes and lists', async () => {
    const { asha, binod, id } = await givenPair(await given())
    const first = await said(asha, id, 'न'.repeat(chatLimits.messagePreview + 1))
    const reply = await said(binod, id, 'Yes', { replyTo: first._id })
    expect(reply.replyTo.content).toBe(`${'न'.repeat(chatLimits.messagePreview)}…`)
    const short = await said(asha, id, '🔑'.repeat(chatLimits.messagePreview))
    expect((await binod.get(`/chat/conversations/${id}`)).body.lastMessage.content).toBe(short.content)
  })

  test('can only mention people of the conversation', async () => {
    const { app, asha, binod, id } = await givenPair(await given())
    const other = await app.as('student')
    expect((await say(asha, id, '@Other', { mentions: [other._id] })).status).toBe(400)
    expect((await said(asha, id, '@Binod', { mentions: [binod._id] })).mentions).toEqual([{ _id: binod._id, name: 'Binod' }])
    expect((await binod.get(`/chat/conversations/${id}`)).body).toMatchObject({ unreadCount: 1, unreadMentions: 1 })
  })

  test('shows the sender, but never their email address', async () => {
    const { app, asha, binod, id } = await givenPair(await given())
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
    const pair = await givenPair(await given())
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

  test('continue after and before a number', async () => {
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

  test('return the changes after a change number, in order', async () => {
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

  test('have fifty messages by default, and accept limits from 1 to 100', async () => {
    const { binod, id } = await givenPair(await given())
    for (const limit of [0, 101, 'x']) expect((await binod.get(`/chat/conversations/${id}/messages?limit=${limit}`)).status).toBe(400)
    expect((await binod.get(`/chat/conversations/${id}/messages?limit=100`)).status).toBe(200)
  })
})
