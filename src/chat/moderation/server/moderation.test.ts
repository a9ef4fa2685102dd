import { describe, expect, test } from 'vitest'
import { groupOf, privateOf, said, say } from '#chat/conversations/server/testing/chat.ts'
import { type Given, given, type SignedInPerson } from '#server/testing/given.ts'

const givenHall = async () => {
  const app = await given()
  const [admin, asha, binod] = [
    await app.as('admin', { name: 'Admin' }),
    await app.as('student', { name: 'Asha' }),
    await app.as('student', { name: 'Binod' }),
  ]
  const id = await privateOf(asha, binod)
  return { app, admin, asha, binod, id }
}

const monitored = async (admin: SignedInPerson, id: string, query = '') =>
  (await admin.get(`/chat/admin/conversations/${id}/messages?${query}`)).body
const flagged = async (admin: SignedInPerson) => (await admin.get('/chat/admin/messages/flagged')).body
const flag = (admin: SignedInPerson, id: string, on = true, reason?: string) =>
  admin.put(`/chat/messages/${id}/flag`, { flag: on, ...(reason !== undefined && { reason }) })
const report = (person: SignedInPerson, id: string, reason?: string) => person.post(`/chat/messages/${id}/report`, { reason })
const entries = async (app: Given) =>
  (await app.db.selectFrom('audit').selectAll().where('action', 'like', 'moderation.%').orderBy('id').execute()).map((row) => ({
    action: row.action,
    targetId: row.targetId,
    ...JSON.parse(row.before ?? '{}'),
    ...JSON.parse(row.after ?? '{}'),
  }))
const contentOf = async ({ db }: Given, id: string) =>
  (await db.selectFrom('messages').select('content').where('id', '=', id).executeTakeFirstOrThrow()).content

describe('the list of conversations', () => {
  test('includes all of them, private ones under both names, with counts of messages and flags', async () => {
    const { app, admin, asha, binod, id } = await givenHall()
    const group = await groupOf(app, [asha], 'Physics')
    const message = await said(asha, group, 'Hello')
    await said(binod, id, 'Hi')
    await report(asha, (await said(binod, id, 'Rude'))._id)
    await flag(admin, message._id)
    const { items } = (await admin.get('/chat/admin/conversations')).body
    expect(
      items.map(({ name, type, messageCount, flaggedCount, reportCount }: Record<string, unknown>) => [
        name,
        type,
        messageCount,
        flaggedCount,
        reportCount,
      ]),
    ).toEqual([
      ['Asha & Binod', 'private', 2, 0, 1],
      ['Physics', 'group', 1, 1, 0],
      ['Announcement', 'group', 0, 0, 0],
      ['General', 'group', 0, 0, 0],
    ])
  })

  test('shows no message text, which requires opening the conversation', async () => {
    const { admin, asha, id } = await givenHall()
    await said(asha, id, 'Between us')
    const { text } = await admin.get('/chat/admin/conversations')
    expect(text).toContain('Asha & Binod')
    expect(text).not.toContain('Between us')
  })

  test('can be searched by names of groups and people, filtered and paged', async () => {
    const { app, admin, asha } = await givenHall()
    await groupOf(app, [asha], 'Physics 100%')
    const names = async (query: string) =>
      (await admin.get(`/chat/admin/conversations?${query}`)).body.items.map(({ name }: { name: string }) => name)
    expect(await names('search=bino')).toEqual(['Asha & Binod'])
    expect(await names('search=100%25')).toEqual(['Physics 100%'])
    expect(await names('search=_')).toEqual([])
    expect(await names('type=private')).toEqual(['Asha & Binod'])
    expect(await names('type=group')).toEqual(['Physics 100%', 'Announcement', 'General'])
    const first = (await admin.get('/chat/admin/conversations?limit=3')).body
    const next = (await admin.get(`/chat/admin/conversations?limit=3&cursor=${first.nextCursor}`)).body
    expect([first.items.length, next.items.length, next.nextCursor]).toEqual([3, 1, null])
  })
})

describe('reading a conversation', () => {
  test('shows current, edited and deleted messages, and is recorded once per opening', async () => {
    const { app, admin, asha, binod, id } = await givenHall()
    const edited = await said(asha, id, 'Frist')
    await asha.put(`/chat/messages/${edited._id}`, { content: 'First' })
    const gone = await said(binod, id, 'Second')
    await binod.del(`/chat/messages/${gone._id}`)
    const page = await monitored(admin, id)
    expect(page).toMatchObject({ page: 1, hasMore: false })
    expect(page.items).toMatchObject([
      {
        content: 'First',
        sender: { name: 'Asha', role: 'student' },
        versions: [{ content: 'Frist', writtenBy: { name: 'Asha' } }],
        flagged: { isFlagged: false, flaggedBy: null, reason: null, flaggedAt: null },
        isDeleted: false,
        deletedAt: null,
      },
      { content: null, isDeleted: true, deletedBy: { name: 'Binod' }, versions: [] },
    ])
    await monitored(admin, id, 'page=2')
    await monitored(admin, id, 'before=2')
    expect(await entries(app)).toEqual([{ action: 'moderation.read', targetId: id, name: 'Asha & Binod' }])
  })

  test('pages backwards, or from a number', async () => {
    const { admin, asha, id } = await givenHall()
    for (let n = 1; n <= 5; n++) await said(asha, id, `${n}`)
    const seqs = async (query: string) => (await monitored(admin, id, query)).items.map(({ seq }: { seq: number }) => seq)
    expect(await seqs('limit=2')).toEqual([4, 5])
    expect(await seqs('limit=2&page=3')).toEqual([1])
    expect(await seqs('limit=2&before=4')).toEqual([2, 3])
    expect(await monitored(admin, id, 'limit=2&before=2')).toMatchObject({ items: [{ seq: 1 }], hasMore: false })
  })

  test('is recorded when starting in the middle too, and once an hour when reading on', async () => {
    const { app, admin, asha, id } = await givenHall()
    await said(asha, id, 'Between us')
    for (const query of ['before=99', 'page=2', 'before=50']) await monitored(admin, id, query)
    expect(await entries(app)).toHaveLength(1)
    await monitored(await app.as('admin'), id, 'before=99')
    expect(await entries(app)).toHaveLength(2)
    app.advance(3_601)
    await monitored(admin, id, 'page=2')
    expect(await entries(app)).toHaveLength(3)
  })

  test('shows deleted messages kept as evidence', async () => {
    const { admin, asha, binod, id } = await givenHall()
    const bad = await said(binod, id, 'Bad words')
    await binod.put(`/chat/messages/${bad._id}`, { content: 'Good words' })
    await report(asha, bad._id, 'He changed it')
    await binod.del(`/chat/messages/${bad._id}`)
    expect((await monitored(admin, id)).items).toMatchObject([
      {
        content: 'Good words',
        versions: [{ content: 'Bad words' }],
        isDeleted: true,
        reports: [{ reporter: { name: 'Asha' }, reason: 'He changed it', outcome: null }],
      },
    ])
    expect((await asha.get(`/chat/conversations/${id}/messages`)).body.items).toMatchObject([{ content: null, isDeleted: true }])
  })
})

describe('a flag', () => {
  test('records who, why and when, on a message of any conversation', async () => {
    const { app, admin, asha, id } = await givenHall()
    const { _id } = await said(asha, id, 'Rude')
    const { status, body } = await flag(admin, _id, true, 'Rude words')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      _id,
      content: 'Rude',
      flagged: { isFlagged: true, flaggedBy: { _id: admin._id, name: 'Admin' }, reason: 'Rude words', flaggedAt: expect.any(String) },
    })
    const list = await flagged(admin)
    expect(list).toMatchObject({
      total: 1,
      items: [{ _id, conversationName: 'Asha & Binod', conversationType: 'private', sender: { name: 'Asha' } }],
    })
    expect((await flag(admin, _id, false)).body.flagged).toEqual({ isFlagged: false, flaggedBy: null, reason: null, flaggedAt: null })
    expect(await flagged(admin)).toMatchObject({ total: 0, items: [] })
    const about = { targetId: asha._id, message: _id, conversation: id, reason: 'Rude words' }
    expect(await entries(app)).toEqual([
      { action: 'moderation.flag', ...about },
      { action: 'moderation.unflag', ...about, flaggedBy: admin._id },
    ])
  })

  test('needs no reason, and accepts null for none', async () => {
    const { admin, asha, id } = await givenHall()
    const { _id } = await said(asha, id, 'Rude')
    expect((await admin.put(`/chat/messages/${_id}/flag`, { flag: true, reason: null })).body.flagged.reason).toBe('')
    for (const body of [{}, { flag: 'yes' }, { flag: null }, { flag: true, reason: 7 }])
      expect((await admin.put(`/chat/messages/${_id}/flag`, body)).status).toBe(400)
  })

  test('by two admins at once is stored once', async () => {
    const { app, admin, asha, id } = await givenHall()
    const other = await app.as('superadmin')
    const { _id } = await said(asha, id, 'Rude')
    const answers = await Promise.all([flag(admin, _id, true, 'One'), flag(other, _id, true, 'Other'), flag(admin, _id, true, 'One')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const reasons = new Set(answers.map(({ body }) => body.flagged.reason))
    expect(reasons.size).toBe(1)
    expect((await flagged(admin)).total).toBe(1)
    expect(await entries(app)).toHaveLength(1)
  })

  test('is only visible to administrators', async () => {
    const { admin, asha, binod, id } = await givenHall()
    const before = await said(asha, id, 'Rude')
    await flag(admin, before._id, true, 'Rude words')
    const { items } = (await binod.get(`/chat/conversations/${id}/messages`)).body
    expect(items).toEqual([before])
    expect((await binod.get(`/chat/conversations/${id}/messages?changedAfter=0`)).body.items).toEqual([])
    for (const person of [asha, binod]) expect((await flag(person, before._id)).status).toBe(403)
  })

  test('keeps the message until it is removed', async () => {
    const { app, admin, asha, binod, id } = await givenHall()
    const { _id } = await said(asha, id, 'Rude')
    await report(binod, _id)
    await flag(admin, _id)
    await asha.del(`/chat/messages/${_id}`)
    await flag(admin, _id, false)
    expect(await contentOf(app, _id)).toBe('Rude')
    expect((await flagged(admin)).items).toMatchObject([{ _id, content: 'Rude', isDeleted: true }])
    const [{ reports }] = (await flagged(admin)).items
    await flag(admin, _id)
    await admin.put(`/chat/admin/reports/${reports[0]._id}`, { outcome: 'dismissed' })
    expect(await contentOf(app, _id)).toBe('Rude')
    await flag(admin, _id, false)
    expect(await contentOf(app, _id)).toBe(null)
    expect((await flag(admin, _id)).status).toBe(404)
  })

  test('concurrent with the deletion of its message keeps all or nothing', async () => {
    const { app, admin, asha, id } = await givenHall()
    for (let n = 0; n < 8; n++) {
      const { _id } = await said(asha, id, 'Rude')
      const [put] = await Promise.all([flag(admin, _id), asha.del(`/chat/messages/${_id}`)])
      expect(await contentOf(app, _id)).toBe(put.status === 200 ? 'Rude' : null)
    }
  })
})

describe('a report', () => {
  test('reaches the administrators with its reason, once per reporter', async () => {
    const { app, admin, asha, binod, id } = await givenHall()
    const { _id } = await said(binod, id, 'Rude')
    const first = await report(asha, _id, 'Insults me')
    expect([first.status, first.body]).toEqual([
      201,
      expect.objectContaining({
        message: _id,
        sender: { _id: binod._id, name: 'Binod' },
        reason: 'Insults me',
        outcome: null,
        isSeen: true,
      }),
    ])
    expect((await report(asha, _id, 'Again')).body).toEqual(first.body)
    const twice = await Promise.all([report(asha, _id), report(asha, _id)])
    expect(twice.map(({ body }) => body._id)).toEqual([first.body._id, first.body._id])
    expect(await flagged(admin)).toMatchObject({
      total: 1,
      items: [{ reports: [{ reporter: { name: 'Asha' }, reason: 'Insults me' }], flagged: { isFlagged: false } }],
    })
    expect(await app.db.selectFrom('messageReports').select('id').execute()).toHaveLength(1)
  })

  test('is counted for administrators until it is decided, once per message', async () => {
    const { app, admin, asha } = await givenHall()
    const [binod, chitra] = [await app.as('student'), await app.as('student')]
    const open = async () => (await admin.get('/chat/admin/reports')).body
    const { _id } = await said(binod, 'general', 'Rude')
    await admin.put(`/chat/messages/${(await said(binod, 'general', 'Odd'))._id}/flag`, { flag: true })
    expect(await open()).toEqual({ count: 0 })
    const [one] = [await report(asha, _id), await report(chitra, _id), await report(asha, (await said(binod, 'general', 'Worse'))._id)]
    expect(await open()).toEqual({ count: 2 })
    await admin.put(`/chat/admin/reports/${one.body._id}`, { outcome: 'upheld' })
    expect(await open()).toEqual({ count: 1 })
  })

  test('is only allowed for messages of others in own conversations', async () => {
    const { app, asha, id } = await givenHall()
    const { _id } = await said(asha, id, 'Mine')
    const own = await report(asha, _id)
    expect([own.status, own.body.message]).toEqual([403, 'You cannot report your own message.'])
    expect((await report(await app.as('student'), _id)).status).toBe(404)
    expect((await (await app.as('student')).post(`/chat/messages/${_id}/report`, { reason: 7 })).status).toBe(404)
  })

  test('is decided for all its reporters, who are notified of the outcome', async () => {
    const { app, admin, asha } = await givenHall()
    const [binod, chitra] = [await app.as('student', { name: 'Binod' }), await app.as('student')]
    const { _id } = await said(binod, 'general', 'Rude')
    const [one, other] = [await report(asha, _id), await report(chitra, _id)]
    expect((await asha.get('/chat/reports')).body).toMatchObject({ unseen: 0, items: [{ _id: one.body._id, outcome: null }] })
    const decided = await admin.put(`/chat/admin/reports/${other.body._id}`, { outcome: 'upheld' })
    expect([decided.status, decided.body]).toEqual([
      200,
      expect.objectContaining({ outcome: 'upheld', decidedBy: { _id: admin._id, name: 'Admin' } }),
    ])
    expect((await flagged(admin)).total).toBe(0)
    for (const person of [asha, chitra]) {
      expect((await person.get('/chat/reports')).body).toMatchObject({ unseen: 1, items: [{ outcome: 'upheld', isSeen: false }] })
      expect((await person.put('/chat/reports/seen')).status).toBe(204)
      expect((await person.get('/chat/reports')).body).toMatchObject({ unseen: 0, items: [{ isSeen: true }] })
    }
    expect((await asha.get('/chat/reports')).text).not.toContain(chitra._id)
    const again = await admin.put(`/chat/admin/reports/${one.body._id}`, { outcome: 'dismissed' })
    expect([again.status, again.body.message]).toEqual([409, 'This report has already been decided.'])
    expect(await entries(app)).toEqual([
      { action: 'moderation.decide', targetId: binod._id, message: _id, conversation: 'general', outcome: 'upheld', reports: 2 },
    ])
  })

  test('is decided once even if two people decide at the same time', async () => {
    const { app, admin, asha } = await givenHall()
    const [other, binod] = [await app.as('superadmin'), await app.as('student')]
    const { _id } = (await report(asha, (await said(binod, 'general', 'Rude'))._id)).body
    const answers = await Promise.all([
      admin.put(`/chat/admin/reports/${_id}`, { outcome: 'upheld' }),
      other.put(`/chat/admin/reports/${_id}`, { outcome: 'dismissed' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('that is upheld can delete the message, which stays as evidence; a dismissed one keeps nothing', async () => {
    const { app, admin, asha, binod, id } = await givenHall()
    const [one, other] = [await said(binod, id, 'Rude'), await said(binod, id, 'Harmless')]
    const upheld = (await report(asha, one._id)).body
    await admin.put(`/chat/admin/reports/${upheld._id}`, { outcome: 'upheld', deleteMessage: true })
    const dismissed = (await report(asha, other._id)).body
    await binod.del(`/chat/messages/${other._id}`)
    expect(await contentOf(app, other._id)).toBe('Harmless')
    await admin.put(`/chat/admin/reports/${dismissed._id}`, { outcome: 'dismissed' })
    expect([await contentOf(app, one._id), await contentOf(app, other._id)]).toEqual(['Rude', null])
    const { items } = (await asha.get(`/chat/conversations/${id}/messages`)).body
    expect(items.map(({ isDeleted, content }: Record<string, unknown>) => [isDeleted, content])).toEqual([
      [true, null],
      [true, null],
    ])
  })

  test('in a deleted group stays with its message until it is decided', async () => {
    const { app, admin, asha, binod } = await givenHall()
    const id = await groupOf(app, [asha, binod], 'Physics')
    const bad = await said(binod, id, 'Rude')
    const { _id } = (await report(asha, bad._id)).body
    await admin.del(`/chat/admin/groups/${id}`)
    expect((await flagged(admin)).items).toMatchObject([{ content: 'Rude', conversationName: 'Physics', conversationDeleted: true }])
    await admin.put(`/chat/admin/reports/${_id}`, { outcome: 'dismissed' })
    expect(await contentOf(app, bad._id)).toBe(null)
  })

  test('in a deleted group can be upheld with its message deleted', async () => {
    const { app, admin, asha, binod } = await givenHall()
    const bad = await said(binod, await groupOf(app, [asha, binod]), 'Rude')
    const { _id } = (await report(asha, bad._id)).body
    await admin.del(`/chat/admin/groups/${bad.conversation}`)
    const { status, body } = await admin.put(`/chat/admin/reports/${_id}`, { outcome: 'upheld', deleteMessage: true })
    expect([status, body.outcome]).toEqual([200, 'upheld'])
  })
})

test('lists flagged and reported messages latest first, in pages', async () => {
  const { app, admin, asha, binod, id } = await givenHall()
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await said(binod, id, `${n}`))._id)
  app.setNow('2026-11-22T05:30:00.000Z')
  await flag(admin, ids[0] ?? '')
  app.setNow('2026-11-22T05:31:00.000Z')
  await report(asha, ids[2] ?? '')
  await flag(admin, ids[1] ?? '')
  app.setNow('2026-11-22T05:32:00.000Z')
  await report(asha, ids[0] ?? '')
  const first = (await admin.get('/chat/admin/messages/flagged?limit=2')).body
  const next = (await admin.get(`/chat/admin/messages/flagged?limit=2&cursor=${first.nextCursor}`)).body
  const contents = [...first.items, ...next.items].map(({ content }) => content)
  expect([contents, first.total, next.nextCursor]).toEqual([['0', '2', '1'], 3, null])
})

test('no call of chat itself shows what administrators see', async () => {
  const { admin, asha, id } = await givenHall()
  await said(asha, id, 'Private')
  for (const path of [`/chat/conversations/${id}`, `/chat/conversations/${id}/messages`]) expect((await admin.get(path)).status).toBe(404)
  expect((await say(admin, id, 'Hello')).status).toBe(404)
})
