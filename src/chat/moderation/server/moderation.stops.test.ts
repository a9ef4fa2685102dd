import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { givenSockets, groupOf, privateOf, said, say } from '#chat/conversations/server/testing/chat.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'

const givenPair = async () => {
  const app = await given()
  const [admin, asha, binod] = [
    await app.as('admin', { name: 'Admin' }),
    await app.as('student', { name: 'Asha' }),
    await app.as('student', { name: 'Binod' }),
  ]
  return { app, admin, asha, binod, id: await privateOf(asha, binod) }
}

const stop = (admin: SignedInPerson, person: SignedInPerson, body: object) => admin.put(`/chat/admin/people/${person._id}/stop`, body)

test('a banned person cannot write until the date, and is shown that date', async () => {
  const { app, admin, asha, binod, id } = await givenPair()
  app.setNow('2026-11-22T05:30:00.000Z')
  const mine = await said(binod, id, 'Before')
  const { status, body } = await stop(admin, binod, { until: '2026-11-25', reason: 'Insults' })
  expect([status, body]).toEqual([
    200,
    {
      user: expect.objectContaining({ _id: binod._id, name: 'Binod', role: 'student' }),
      until: '2026-11-25T18:29:59.999Z',
      reason: 'Insults',
      stoppedBy: { _id: admin._id, name: 'Admin' },
      stoppedAt: '2026-11-22T05:30:00.000Z',
      deletedMessages: 0,
    },
  ])
  const sentence = 'An administrator has stopped you from writing until the end of 25 Nov 2026.'
  const refused = [
    await say(binod, id, 'Now'),
    await say(binod, 'general', 'Now'),
    await binod.put(`/chat/messages/${mine._id}`, { content: 'Now' }),
    await binod.post(`/chat/messages/${mine._id}/reactions`, { emoji: '👍' }),
  ]
  const reason = { code: 'chat.stopped', message: sentence, params: { until: '2026-11-25' } }
  expect(refused.map(({ status, body }) => ({ status, body }))).toEqual(
    refused.map(() => ({ status: 403, body: expect.objectContaining(reason) })),
  )
  expect((await binod.get(`/chat/conversations/${id}`)).body.whyNotWrite).toEqual(reason)
  expect((await say(asha, id, 'Hello')).status).toBe(201)
  expect((await admin.get('/chat/admin/people/stopped')).body.items).toMatchObject([{ user: { name: 'Binod' }, reason: 'Insults' }])
  app.setNow('2026-11-25T18:30:00.000Z')
  expect((await say(binod, id, 'Again')).status).toBe(201)
  expect((await admin.get('/chat/admin/people/stopped')).body.items).toEqual([])
})

// Runs between the first check and the lock, using SQL that only SQLite accepts unchanged.
test.runIf((process.env.TEST_DATABASE || 'sqlite') === 'sqlite')('a stop that comes while a message waits for its turn holds', async () => {
  const { app, asha, binod, id } = await givenPair()
  const message = await said(binod, id, 'Before')
  await sql`create trigger meanwhile after update on conversations begin
    insert into writing_stops (user_id, until, reason, stopped_by, stopped_at)
    values (${sql.lit(binod._id)}, '2099-01-01T00:00:00.000Z', '', ${sql.lit(asha._id)}, '2026-11-22'); end`.execute(app.db)
  const refused = [
    await say(binod, id, 'Now'),
    await binod.put(`/chat/messages/${message._id}`, { content: 'Now' }),
    await binod.post(`/chat/messages/${message._id}/reactions`, { emoji: '👍' }),
  ]
  expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'chat.stopped'))
  expect((await asha.get(`/chat/conversations/${id}/messages`)).body.items).toMatchObject([{ content: 'Before', reactions: [] }])
})

test('a ban can be changed and ended early, and is recorded', async () => {
  const { app, admin, binod, id } = await givenPair()
  app.setNow('2026-11-22T05:30:00.000Z')
  await stop(admin, binod, { until: '2026-11-25' })
  await stop(admin, binod, { until: '2026-11-23T17:30' })
  expect((await say(binod, id, 'Now')).body.message).toBe('An administrator has stopped you from writing until 23 Nov 2026, 17:30.')
  expect((await admin.del(`/chat/admin/people/${binod._id}/stop`)).status).toBe(204)
  expect((await say(binod, id, 'Now')).status).toBe(201)
  const actions = await app.db.selectFrom('audit').select('action').where('targetId', '=', binod._id).orderBy('id').execute()
  expect(actions.map(({ action }) => action)).toEqual(['moderation.stop', 'moderation.stop', 'moderation.endStop'])
})

test('a ban must end in the future and can delete messages of at most a week', async () => {
  const { app, admin, binod } = await givenPair()
  app.setNow('2026-11-22T05:30:00.000Z')
  for (const body of [
    { until: '2026-11-21' },
    { until: '2026-11-22T05:30:00.000Z' },
    { until: 'soon' },
    {},
    { until: '2026-12-01', deleteHours: 169 },
  ])
    expect((await stop(admin, binod, body)).status).toBe(400)
})

test('a ban can delete the messages of the last hours, and notifies everybody there', async () => {
  const { app, admin, asha, binod, id } = await givenPair()
  const group = await groupOf(app, [asha, binod])
  const deletedGroup = (await admin.post('/chat/admin/groups', { name: 'Old', participants: [binod._id] })).body._id
  app.setNow('2026-11-22T01:00:00.000Z')
  await said(binod, id, 'Yesterday')
  app.setNow('2026-11-22T05:00:00.000Z')
  await said(binod, deletedGroup, 'Gone anyway')
  await admin.del(`/chat/admin/groups/${deletedGroup}`)
  const recent = [await said(binod, id, 'One'), await said(binod, group, 'Two'), await said(binod, 'general', 'Three')]
  const reported = await said(binod, group, 'Evidence')
  await asha.post(`/chat/messages/${reported._id}/report`)
  await said(asha, id, 'Mine')
  const listen = await givenSockets(app)
  const { heard } = await listen(asha)
  app.setNow('2026-11-22T05:30:00.000Z')
  expect((await stop(admin, binod, { until: '2026-11-25', deleteHours: 2 })).body.deletedMessages).toBe(4)
  const left = await app.db.selectFrom('messages').select('content').where('content', 'is not', null).orderBy('content').execute()
  expect(left.map(({ content }) => content)).toEqual(['Evidence', 'Mine', 'Yesterday'])
  for (const { _id: messageId, conversation: conversationId } of [...recent, reported])
    await vi.waitFor(() =>
      expect(heard).toContainEqual({ event: 'message_deleted', payload: { messageId, conversationId, change: expect.any(Number) } }),
    )
  const [entry] = await app.db.selectFrom('audit').select('after').where('action', '=', 'moderation.deleteRecent').execute()
  expect(JSON.parse(entry?.after ?? '')).toEqual({ name: 'Binod', messages: 4, hours: 2 })
})

test('deletes more messages than fit in one transaction', async () => {
  const { app, admin, binod, id } = await givenPair()
  const { seq: last, ...row } = await app.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', (await said(binod, id, 'First'))._id)
    .executeTakeFirstOrThrow()
  const more = Array.from({ length: 450 }, (_, at) => ({
    ...row,
    id: `${row.id.slice(0, -3)}${String(at).padStart(3, '0')}x`,
    clientId: `c${at}`,
    seq: last + 1 + at,
  }))
  await app.db.insertInto('messages').values(more).execute()
  await app.db
    .updateTable('conversations')
    .set({ lastSeq: last + more.length })
    .where('id', '=', id)
    .execute()
  expect((await stop(admin, binod, { until: '2099-01-01', deleteHours: 1 })).body.deletedMessages).toBe(451)
  expect(await app.db.selectFrom('messages').select('id').where('content', 'is not', null).execute()).toEqual([])
})

test('nobody can ban themselves or, except for superadmins, people of their own or a higher role', async () => {
  const { app, admin, asha } = await givenPair()
  const [other, superadmin, manager] = [await app.as('admin'), await app.as('superadmin'), await app.as('manager')]
  const until = { until: '2099-01-01' }
  const told = async (me: SignedInPerson, person: SignedInPerson) => {
    const { status, body } = await stop(me, person, until)
    return status === 200 || body.message
  }
  expect(await told(admin, admin)).toBe('You cannot stop yourself from writing.')
  expect(await told(admin, other)).toBe('Admins can stop only students and managers from writing.')
  expect(await told(admin, superadmin)).toBe('Admins can stop only students and managers from writing.')
  expect([await told(admin, manager), await told(superadmin, admin), await told(admin, asha)]).toEqual([true, true, true])
  expect((await admin.del(`/chat/admin/people/${admin._id}/stop`)).status).toBe(403)
})

test('returns the created ban even if another administrator ends it at the same time', async () => {
  const { admin, binod, id } = await givenPair()
  for (let n = 0; n < 10; n++) await said(binod, id, `${n}`)
  const stops = Array.from({ length: 10 }, () => [
    stop(admin, binod, { until: '2099-01-01', deleteHours: 1 }),
    admin.del(`/chat/admin/people/${binod._id}/stop`),
  ])
  const answers = await Promise.all(stops.flat())
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 204]))
})
