import { expect, test } from 'vitest'
import { groupOf, privateOf, said } from '#chat/conversations/server/testing/chat.ts'
import { newId } from '#server/db/ids.ts'
import { type Given, given } from '#server/testing/given.ts'

const fill = async ({ db }: Given, conversationId: string, senderId: string, count: number, from: number): Promise<void> => {
  const rows = Array.from({ length: count }, (_, at) => ({
    id: newId(),
    conversationId,
    seq: from + at,
    change: 0,
    type: 'text' as const,
    senderId,
    clientId: newId(),
    content: `Message ${from + at}`,
    replyTo: null,
    createdAt: '2026-11-22T05:30:00.000Z',
    editedAt: null,
    editedBy: null,
    deletedAt: null,
    deletedBy: null,
  }))
  await db.insertInto('messages').values(rows).execute()
  await db
    .updateTable('conversations')
    .set({ lastSeq: from + count - 1 })
    .where('id', '=', conversationId)
    .execute()
}

test('exports every message with edits, reactions, flags and reports, and nothing of other conversations', async () => {
  const app = await given()
  const [admin, asha, binod] = [
    await app.as('admin', { name: 'Admin' }),
    await app.as('student', { name: 'Asha' }),
    await app.as('student', { name: 'Binod' }),
  ]
  const id = await privateOf(asha, binod)
  const elsewhere = await groupOf(app, [asha, binod], 'Physics')
  await admin.put(`/chat/messages/${(await said(asha, elsewhere, 'Foreign words'))._id}/flag`, { flag: true, reason: 'Foreign reason' })
  const first = await said(asha, id, 'Frist "quoted"\n<b>')
  await asha.put(`/chat/messages/${first._id}`, { content: 'First नमस्ते' })
  await binod.post(`/chat/messages/${first._id}/reactions`, { emoji: '👍' })
  await binod.post(`/chat/messages/${first._id}/report`, { reason: 'Reported' })
  await admin.put(`/chat/messages/${first._id}/flag`, { flag: true, reason: 'Flagged' })
  await asha.del(`/chat/messages/${(await said(asha, id, 'Deleted words'))._id}`)
  await fill(app, id, binod._id, 250, 3)
  const answer = await admin.get(`/chat/admin/conversations/${id}/export`)
  expect(answer.headers['content-disposition']).toContain('attachment')
  expect(answer.headers['content-disposition']).toMatch(/Chat Asha & Binod \d{4}-\d\d-\d\d\.json/)
  const found = JSON.parse(answer.text)
  expect(found).toMatchObject({
    exportedBy: { _id: admin._id, name: 'Admin' },
    conversation: { _id: id, type: 'private', name: 'Asha & Binod' },
    messageCount: 252,
    members: [
      { _id: asha._id, name: 'Asha', role: 'student' },
      { _id: binod._id, name: 'Binod', role: 'student' },
    ],
  })
  expect(found.messages.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: 252 }, (_, at) => at + 1))
  expect(found.messages[0]).toMatchObject({
    content: 'First नमस्ते',
    sender: { name: 'Asha', role: 'student' },
    versions: [{ content: 'Frist "quoted"\n<b>' }],
    reactions: [{ emoji: '👍', user: { name: 'Binod' } }],
    flagged: { isFlagged: true, reason: 'Flagged', flaggedBy: { name: 'Admin' } },
    reports: [{ reporter: { name: 'Binod' }, reason: 'Reported' }],
  })
  expect(found.messages[1]).toMatchObject({ isDeleted: true, content: null, deletedBy: { name: 'Asha' } })
  for (const foreign of ['Foreign', 'Physics', 'Deleted words', '@example.org', admin.token]) expect(answer.text).not.toContain(foreign)
  const audit = await app.db.selectFrom('audit').select(['action', 'targetId']).where('action', '=', 'moderation.export').execute()
  expect(audit).toEqual([{ action: 'moderation.export', targetId: id }])
})

test('exports an empty conversation, and one with an unusual name, completely', async () => {
  const app = await given()
  const [admin, asha] = [await app.as('admin'), await app.as('student')]
  const id = await groupOf(app, [asha], '../a"b\\c\n💡')
  const answer = await admin.get(`/chat/admin/conversations/${id}/export`)
  expect(JSON.parse(answer.text)).toMatchObject({ messages: [], messageCount: 0, conversation: { name: '../a"b\\c\n💡' } })
  expect(JSON.parse((await admin.get('/chat/admin/conversations/general/export')).text).members).toHaveLength(2)
})

test('limits exports', async () => {
  const app = await given(
    {},
    { callsPerMinute: { ...(await import('#server/http/rates.ts')).callsPerMinute, paper: { person: 1, address: 9 } } },
  )
  const admin = await app.as('admin')
  const statuses = [0, 1].map(async () => (await admin.get('/chat/admin/conversations/general/export')).status)
  expect((await Promise.all(statuses)).toSorted()).toEqual([200, 429])
})
