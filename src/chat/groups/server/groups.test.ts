import { describe, expect, test, vi } from 'vitest'
import { givenSockets, type Heard, said, say } from '#chat/conversations/server/testing/chat.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { newAccount } from '#server/testing/people.ts'
import { clearGroups } from '../../conversations/server/conversations.groups.service.ts'

const givenGroup = async (name = 'Physics') => {
  const app = await given()
  const [admin, asha, binod] = [
    await app.as('admin', { name: 'Admin' }),
    await app.as('student', { name: 'Asha' }),
    await app.as('student', { name: 'Binod' }),
  ]
  const { body } = await admin.post('/chat/admin/groups', { name, description: 'Waves', participants: [asha._id] })
  return { app, admin, asha, binod, id: body._id as string, body, path: `/chat/admin/groups/${body._id}` }
}

const names = ({ participants }: { participants: { user: { name: string } }[] }) => participants.map(({ user }) => user.name)
const payloads = (heard: readonly Heard[], event: string) => heard.filter((one) => one.event === event).map(({ payload }) => payload)
const hears = (heard: readonly Heard[], event: string, payload: unknown) =>
  vi.waitFor(() => expect(payloads(heard, event)).toContainEqual(payload), { timeout: 10_000 })
const actions = async (superadmin: SignedInPerson) =>
  (await superadmin.get('/audit?kind=groups')).body.items.map(({ action, targetName }: Record<string, string>) => [action, targetName])

describe('a group', () => {
  test('is created by an administrator, who becomes a member', async () => {
    const { body, asha, binod, id } = await givenGroup()
    expect(body).toMatchObject({ type: 'group', name: 'Physics', description: 'Waves', postPolicy: 'all', participantCount: 2 })
    expect(names(body)).toEqual(['Admin', 'Asha'])
    expect(await said(asha, id, 'Hello')).toMatchObject({ seq: 1 })
    expect((await say(binod, id, 'Hello')).status).toBe(404)
  })

  test('only requires a name, which another group may have too', async () => {
    const { admin } = await givenGroup()
    const { status, body } = await admin.post('/chat/admin/groups', { name: ' Physics ' })
    expect([status, body.name, body.description, names(body)]).toEqual([201, 'Physics', '', ['Admin']])
    expect((await admin.post('/chat/admin/groups', { name: 'A', description: null, participants: null })).status).toBe(201)
    for (const refused of [{}, { name: '  ' }, { name: 'A', participants: 'all' }, { name: 'A', participants: [''] }])
      expect((await admin.post('/chat/admin/groups', refused)).status).toBe(400)
  })

  test('cannot include people without an account', async () => {
    const { app, admin, path } = await givenGroup()
    const gone = await app.as('student', { deletedAt: '2026-11-21T05:30:00.000Z' })
    for (const userId of [gone._id, 'nobody']) {
      expect((await admin.post('/chat/admin/groups', { name: 'A', participants: [userId] })).status).toBe(400)
      const { status, body } = await admin.post(`${path}/members`, { userIds: [userId] })
      expect([status, body.fields.userIds]).toEqual([400, 'Some of these people no longer have an account'])
    }
  })

  test('can be renamed and described independently', async () => {
    const { app, admin, asha, path, id } = await givenGroup()
    expect((await admin.put(path, { name: 'Chemistry' })).body).toMatchObject({ name: 'Chemistry', description: 'Waves' })
    expect((await admin.put(path, { description: '' })).body).toMatchObject({ name: 'Chemistry', description: '' })
    expect((await asha.get(`/chat/conversations/${id}`)).body).toMatchObject({ name: 'Chemistry', description: '' })
    expect(await actions(await app.as('superadmin'))).toEqual([
      ['groups.rename', 'Chemistry'],
      ['groups.rename', 'Physics'],
      ['groups.create', 'Physics'],
    ])
  })
})

describe('Announcement', () => {
  const refusal = 'Only admins can post in Announcement.'
  const writes = async (person: SignedInPerson, id: string) => {
    const { status, body } = await say(person, id, 'Hello')
    return status === 201 || body.message
  }

  test.each(['Announcement', ' ANNOUNCEMENT ', 'ａnnouncement'])('as %s is for admins alone from the start', async (name) => {
    const { admin, asha, id } = await givenGroup(name)
    expect([await writes(admin, id), await writes(asha, id)]).toEqual([true, refusal])
  })

  test.each([
    ['announcement', refusal, {}],
    ['Physics', 'Only admins can post in Physics.', { params: { group: 'Physics' } }],
    ['Hall news', 'Only admins can post in Hall news.', { params: { group: 'Hall news' } }],
  ])('becomes a group that is renamed to it, and stays one as %s, which the refusal names', async (name, sentence, named) => {
    const { admin, asha, id, path } = await givenGroup()
    const mine = await said(asha, id, 'Before')
    await admin.put(path, { name: 'Announcement' })
    expect((await admin.put(path, { name })).body).toMatchObject({ name, postPolicy: 'admins' })
    expect([await writes(admin, id), await writes(asha, id)]).toEqual([true, sentence])
    expect((await asha.put(`/chat/messages/${mine._id}`, { content: 'After' })).body.message).toBe(sentence)
    const { whyNotWrite } = (await asha.get(`/chat/conversations/${id}`)).body
    expect(whyNotWrite).toEqual({ code: 'chat.announcement_only', message: sentence, ...named })
  })

  test('that is built in and renamed appears under its new name', async () => {
    const { admin, asha } = await givenGroup()
    await admin.put('/chat/admin/groups/announcement', { name: 'Hall news' })
    expect(await writes(asha, 'announcement')).toBe('Only admins can post in Hall news.')
  })

  test('with any other name is open to all members', async () => {
    for (const name of ['Announcements', 'An announcement']) {
      const { asha, id } = await givenGroup(name)
      expect(await writes(asha, id)).toBe(true)
    }
  })

  test('applies to messages sent while a group is renamed to it', async () => {
    const { admin, asha, id, path } = await givenGroup()
    const sent = Array.from({ length: 10 }, (_, n) => say(asha, id, `${n}`))
    const renamed = await admin.put(path, { name: 'Announcement' })
    const answers = await Promise.all(sent)
    expect(renamed.status).toBe(200)
    expect(answers.every(({ status }) => status === 201 || status === 403)).toBe(true)
    const { items } = (await admin.get(`/chat/conversations/${id}/messages`)).body
    expect(items).toHaveLength(answers.filter(({ status }) => status === 201).length)
    expect(await writes(asha, id)).toBe(refusal)
  })
})

describe('people in a group', () => {
  test('are added, with earlier messages available and marked as read', async () => {
    const { admin, asha, binod, id, path } = await givenGroup()
    await said(asha, id, 'Before')
    const { status, body } = await admin.post(`${path}/members`, { userIds: [binod._id, binod._id, asha._id] })
    expect([status, names(body)]).toEqual([200, ['Admin', 'Asha', 'Binod']])
    await said(asha, id, 'After')
    expect((await binod.get(`/chat/conversations/${id}`)).body).toMatchObject({ unreadCount: 1, readSeq: 1 })
    const { items } = (await binod.get(`/chat/conversations/${id}/messages`)).body
    expect(items.map(({ content }: { content: string }) => content)).toEqual(['Before', 'After'])
  })

  test('who are new cannot move their read position before they joined', async () => {
    const { admin, asha, binod, id, path } = await givenGroup()
    const { _id } = await said(asha, id, 'One')
    await said(asha, id, 'Two')
    await admin.post(`${path}/members`, { userIds: [binod._id] })
    await binod.put(`/chat/conversations/${id}/read`, { seq: 1 })
    expect((await binod.get(`/chat/conversations/${id}`)).body).toMatchObject({ unreadCount: 0, readSeq: 2 })
    expect((await binod.get(`/chat/messages/${_id}/readers`)).body.items).toMatchObject([{ name: 'Binod' }])
  })

  test('who are added again keep their read position', async () => {
    const { app, admin, asha, id, path } = await givenGroup()
    await said(admin, id, 'One')
    await asha.put(`/chat/conversations/${id}/read`)
    await said(admin, id, 'Two')
    await admin.post(`${path}/members`, { userIds: [asha._id] })
    expect((await asha.get(`/chat/conversations/${id}`)).body).toMatchObject({ readSeq: 1, unreadCount: 1 })
    expect(await actions(await app.as('superadmin'))).toEqual([['groups.create', 'Physics']])
  })

  test('who rejoin start again', async () => {
    const { admin, asha, id, path } = await givenGroup()
    await said(admin, id, 'One')
    await asha.put(`/chat/conversations/${id}/read`)
    await asha.put(`/chat/conversations/${id}/settings`, { notify: 'none' })
    expect((await admin.del(`${path}/members/${asha._id}`)).status).toBe(204)
    await said(admin, id, 'Two')
    await admin.post(`${path}/members`, { userIds: [asha._id] })
    expect((await asha.get(`/chat/conversations/${id}`)).body).toMatchObject({ readSeq: 2, unreadCount: 0, notify: 'all' })
  })

  test('who are removed immediately lose access to every call', async () => {
    const { app, admin, asha, id, path } = await givenGroup()
    const { _id: message } = await said(asha, id, 'Mine')
    await admin.del(`${path}/members/${asha._id}`)
    const answers = [
      await asha.get(`/chat/conversations/${id}`),
      await asha.get(`/chat/conversations/${id}/messages`),
      await asha.get(`/chat/conversations/${id}/participants`),
      await asha.put(`/chat/conversations/${id}/read`),
      await asha.put(`/chat/messages/${message}`, { content: 'Mine still' }),
      await asha.del(`/chat/messages/${message}`),
      await asha.post(`/chat/messages/${message}/reactions`, { emoji: '👍' }),
      await say(asha, id, 'Hello'),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect((await asha.get('/chat/conversations')).text).not.toContain(id)
    expect((await admin.del(`${path}/members/${asha._id}`)).status).toBe(204)
    expect(await actions(await app.as('superadmin'))).toEqual([
      ['groups.removeMember', 'Physics'],
      ['groups.create', 'Physics'],
    ])
  })

  test('cannot write after they were removed, even at the same time', async () => {
    const { admin, asha, id, path } = await givenGroup()
    const sent = Array.from({ length: 10 }, (_, n) => say(asha, id, `${n}`))
    const removed = await admin.del(`${path}/members/${asha._id}`)
    const later = await Promise.all(Array.from({ length: 5 }, () => say(asha, id, 'Later')))
    const answers = await Promise.all(sent)
    expect([removed.status, ...later.map(({ status }) => status)]).toEqual([204, 404, 404, 404, 404, 404])
    const { items } = (await admin.get(`/chat/conversations/${id}/messages`)).body
    expect(items).toHaveLength(answers.filter(({ status }) => status === 201).length)
    expect(items.map(({ seq }: { seq: number }) => seq)).toEqual(items.map((_: unknown, at: number) => at + 1))
  })

  test('are found by name, and candidates by name, email, role, slot and membership', async () => {
    const { app, admin, asha, binod, id, path } = await givenGroup()
    await app.as('student', { name: 'Chitra', slot: 'morning', phone: '98765 43210', email: 'c@example.org', emailFolded: 'c@example.org' })
    await app.as('manager', { name: 'Devi' })
    const found = async (query: string) =>
      (await admin.get(`/chat/admin/users?${query}`)).body.items.map(({ name }: { name: string }) => name)
    expect(await found('')).toEqual(['Admin', 'Asha', 'Binod', 'Chitra', 'Devi'])
    expect(await found(`notIn=${id}`)).toEqual(['Binod', 'Chitra', 'Devi'])
    expect(await found('search=98765')).toEqual(['Chitra'])
    expect(await found('search=c@example')).toEqual(['Chitra'])
    expect(await found('role=manager')).toEqual(['Devi'])
    expect(await found('slot=morning&role=student')).toEqual(['Chitra'])
    const { items } = (await admin.get(`${path}/members?search=ash`)).body
    expect(items.map(({ user }: { user: { _id: string } }) => user._id)).toEqual([asha._id])
    const first = (await admin.get('/chat/admin/users?limit=2')).body
    const next = (await admin.get(`/chat/admin/users?limit=2&cursor=${first.nextCursor}`)).body
    expect(next.items[0]._id).toBe(binod._id)
  })
})

describe('the built-in groups', () => {
  test('can be given a description, but not deleted, joined or left', async () => {
    const { admin, asha } = await givenGroup()
    expect((await admin.put('/chat/admin/groups/announcement', { name: 'News' })).body).toMatchObject({
      name: 'News',
      postPolicy: 'admins',
    })
    expect((await say(asha, 'announcement', 'Hello')).status).toBe(403)
    expect((await admin.put('/chat/admin/groups/general', { description: 'For all' })).body.description).toBe('For all')
    const answers = [
      await admin.del('/chat/admin/groups/general'),
      await admin.post('/chat/admin/groups/general/members', { userIds: [asha._id] }),
      await admin.del(`/chat/admin/groups/announcement/members/${asha._id}`),
    ]
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [409, 'This group comes with the library and cannot be deleted.'],
      [409, 'Everybody is always a member of this group.'],
      [409, 'Everybody is always a member of this group.'],
    ])
  })
})

describe('open screens are notified', () => {
  test('of being added, of a new name and of being removed, and of nothing after that', async () => {
    const { app, admin, asha, binod, id, path } = await givenGroup()
    const open = await givenSockets(app)
    const [a, b] = [await open(asha), await open(binod)]
    await admin.post(`${path}/members`, { userIds: [binod._id] })
    await hears(b.heard, 'conversation_created', expect.objectContaining({ _id: id, name: 'Physics', participantCount: 3 }))
    await hears(a.heard, 'conversation_updated', expect.objectContaining({ _id: id, participantCount: 3 }))
    const hello = await said(asha, id, 'Hello')
    await hears(b.heard, 'new_message', hello)
    await admin.put(path, { name: 'Chemistry' })
    await hears(b.heard, 'conversation_updated', expect.objectContaining({ name: 'Chemistry' }))
    await admin.del(`${path}/members/${binod._id}`)
    await hears(b.heard, 'conversation_removed', { conversationId: id })
    const before = b.heard.filter(({ event }) => event !== 'changed').length
    a.socket.emit('typing_start', id)
    b.socket.emit('join_conversations', [id])
    const secret = await said(asha, id, 'Without Binod')
    await hears(a.heard, 'new_message', secret)
    const elsewhere = await said(asha, 'general', 'Elsewhere')
    await hears(b.heard, 'new_message', elsewhere)
    expect(b.heard.filter(({ event }) => event !== 'changed')).toHaveLength(before + 1)
  })

  test('of a new group, and of one that is deleted', async () => {
    const { app, admin, asha, binod } = await givenGroup()
    const open = await givenSockets(app)
    const [a, b] = [await open(asha), await open(binod)]
    const { _id } = (await admin.post('/chat/admin/groups', { name: 'New', participants: [asha._id] })).body
    await hears(a.heard, 'conversation_created', expect.objectContaining({ _id, name: 'New' }))
    await admin.del(`/chat/admin/groups/${_id}`)
    await hears(a.heard, 'conversation_removed', { conversationId: _id })
    const elsewhere = await said(asha, 'general', 'Elsewhere')
    await hears(b.heard, 'new_message', elsewhere)
    expect(JSON.stringify(b.heard)).not.toContain(_id)
  })
})

describe('a group that is deleted', () => {
  test('is erased with all its messages, apart from evidence', async () => {
    const { app, admin, asha, id, path } = await givenGroup()
    const [plain, reported] = [await said(asha, id, 'Plain words'), await said(asha, id, 'Bad words')]
    await asha.put(`/chat/messages/${plain._id}`, { content: 'Other words' })
    await app.db
      .insertInto('messageReports')
      .values({
        id: '0192f7a0-0000-7000-8000-000000000001',
        messageId: reported._id,
        reporterId: admin._id,
        reason: '',
        createdAt: 'then',
        outcome: null,
        decidedBy: null,
        decidedAt: null,
        seenAt: null,
      })
      .execute()
    app.othersWrite(['moderation'])
    expect((await admin.del(path)).status).toBe(204)
    for (const person of [admin, asha]) expect((await person.get(`/chat/conversations/${id}/messages`)).status).toBe(404)
    const rows = await app.db
      .selectFrom('messages')
      .select(['content', 'deletedAt'])
      .where('conversationId', '=', id)
      .orderBy('seq')
      .execute()
    expect(rows.map(({ content, deletedAt }) => [content, deletedAt !== null])).toEqual([
      [null, true],
      ['Bad words', true],
    ])
    expect(await app.db.selectFrom('messageVersions').selectAll().execute()).toEqual([])
    expect(await app.db.selectFrom('conversationMembers').selectAll().where('conversationId', '=', id).execute()).toEqual([])
    expect((await admin.del(path)).status).toBe(404)
  })

  test('is cleared gradually after a server stop interrupted it', async () => {
    const { app, asha, id } = await givenGroup()
    await said(asha, id, 'Plain words')
    await app.db.updateTable('conversations').set({ deletedAt: '2026-11-21T05:30:00.000Z' }).where('id', '=', id).execute()
    const many = Array.from({ length: 1_200 }, (_, at) => ({
      ...newMessage(id, asha._id),
      seq: at + 2,
    }))
    for (let done = 0; done < many.length; done += 400)
      await app.db
        .insertInto('messages')
        .values(many.slice(done, done + 400))
        .execute()
    await app.db.updateTable('conversations').set({ lastSeq: 1_201 }).where('id', '=', id).execute()
    await Promise.all([clearGroups(app.platform), clearGroups(app.platform)])
    expect(await app.db.selectFrom('messages').select('id').where('content', 'is not', null).execute()).toEqual([])
  })
})

const newMessage = (conversationId: string, senderId: string) => ({
  id: newAccount('student').id,
  conversationId,
  change: 0,
  type: 'text' as const,
  senderId,
  clientId: newAccount('student').id,
  content: 'Words',
  replyTo: null,
  createdAt: '2026-11-22T05:30:00.000Z',
  editedAt: null,
  editedBy: null,
  deletedAt: null,
  deletedBy: null,
})
