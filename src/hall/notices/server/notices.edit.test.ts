import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { hallOf, holiday, noon } from './testing/hall.ts'

const givenHall = async () => hallOf(await given())

describe('an edited notice', () => {
  test('loses and gains recipients, and keeps its read marks', async () => {
    const { app, manager, asha, ravi, write, read } = await givenHall()
    const { _id } = await write({ targetUsers: [asha._id] })
    await asha.post(`/notice/${_id}/read`)
    app.setNow('2026-11-21T10:00:00.000Z')
    const { status, body } = await manager.put(`/notice/${_id}`, { targetUsers: [ravi._id] })
    expect([status, body.targetUsers, body.readBy]).toEqual([200, [{ _id: ravi._id, name: 'Ravi', email: 'ravi@example.org' }], [asha._id]])
    expect([body.createdAt, body.updatedAt]).toEqual([noon, '2026-11-21T10:00:00.000Z'])
    expect([await read(asha), await read(ravi)]).toEqual([[], [holiday.title]])
    await manager.put(`/notice/${_id}`, { targetAllUsers: true })
    expect((await asha.get('/notice/user')).body.items[0].isRead).toBe(true)
    expect(await app.db.selectFrom('noticeTargets').selectAll().execute()).toEqual([])
  })

  test('becomes unread for its readers if requested', async () => {
    const { manager, asha, write } = await givenHall()
    const { _id } = await write()
    const isRead = async () => (await asha.get('/notice/user')).body.items[0].isRead
    await asha.post(`/notice/${_id}/read`)
    await manager.put(`/notice/${_id}`, { title: 'Still a holiday', showAgain: false })
    expect(await isRead()).toBe(true)
    expect((await manager.put(`/notice/${_id}`, { showAgain: true })).body).toMatchObject({ readBy: [], readCount: 0 })
    expect(await isRead()).toBe(false)
  })

  test('cannot expire before it is published, when it is created or changed', async () => {
    const { manager, write } = await givenHall()
    const late = { publishAt: '2026-12-02', expiresAt: '2026-12-01' }
    const message = 'The notice would expire before it is published'
    const refused = { status: 400, body: { code: 'notices.published_too_late', fields: { publishAt: message } } }
    expect(await manager.post('/notice', { ...holiday, ...late })).toMatchObject(refused)
    const { _id } = await write({ expiresAt: late.expiresAt })
    expect(await manager.put(`/notice/${_id}`, { publishAt: late.publishAt })).toMatchObject(refused)
    // A notice is shown until the end of its last day.
    expect(await manager.put(`/notice/${_id}`, { publishAt: late.expiresAt })).toMatchObject({ status: 200 })
    const moved = await manager.put(`/notice/${_id}`, { expiresAt: '2026-11-30' })
    expect([moved.status, moved.body.fields]).toEqual([400, { expiresAt: message }])
  })

  test('keeps fields that are not sent, and an empty date removes the date', async () => {
    const { manager, write } = await givenHall()
    const made = await write({ priority: 7, publishAt: '2026-11-01', expiresAt: '2026-12-01' })
    const form = new FormData()
    form.append('expiresAt', '')
    form.append('priority', '3')
    const changed = { ...made, priority: 3, expiresAt: null }
    expect((await manager.put(`/notice/${made._id}`, form)).body).toEqual(changed)
    expect((await manager.put(`/notice/${made._id}`, { publishAt: null, isActive: false })).body).toEqual({
      ...changed,
      publishAt: null,
      isActive: false,
      status: 'inactive',
    })
  })

  test('that is sent back as it was read is unchanged and not audited', async () => {
    const { app, manager, asha, write } = await givenHall()
    const made = await write({ targetUsers: [asha._id], expiresAt: '2026-12-01' })
    app.setNow('2026-11-21T10:00:00.000Z')
    const sent = { ...made, readBy: [], readCount: 9, createdBy: { name: 'Me' }, status: 'expired', attachment: { name: 'x' } }
    expect((await manager.put(`/notice/${made._id}`, sent)).body).toEqual(made)
    expect(await app.db.selectFrom('audit').select('id').where('action', '=', 'notices.update').execute()).toEqual([])
  })

  test('is audited with the values before and after, like its creation and deletion', async () => {
    const { app, manager, asha, write } = await givenHall()
    const { _id } = await write({ targetUsers: [asha._id] })
    await manager.put(`/notice/${_id}`, { title: 'Open', showAgain: true })
    expect((await manager.del(`/notice/${_id}`)).status).toBe(204)
    const entries = await app.db.selectFrom('audit').selectAll().orderBy('id').execute()
    const first = { title: 'Holiday', targetUsers: [asha._id] }
    expect(
      entries.map(({ action, targetId, actorId, before, after }) => [
        action,
        targetId,
        actorId,
        JSON.parse(before ?? 'null'),
        JSON.parse(after ?? 'null'),
      ]),
    ).toEqual([
      ['notices.create', _id, manager._id, null, expect.objectContaining(first)],
      ['notices.update', _id, manager._id, expect.objectContaining(first), expect.objectContaining({ title: 'Open', showAgain: true })],
      ['notices.remove', _id, manager._id, expect.objectContaining({ title: 'Open' }), null],
    ])
  })

  test('is consistent after concurrent changes', async () => {
    const { manager, asha, ravi, write, listed } = await givenHall()
    const { _id } = await write()
    const changes = [{ targetUsers: [asha._id] }, { targetUsers: [ravi._id] }, { title: 'Open' }, { priority: 9 }, { showAgain: true }]
    const answers = await Promise.all(changes.map((change) => manager.put(`/notice/${_id}`, change)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const now = await listed(_id)
    expect(now).toMatchObject({ title: 'Open', priority: 9, targetAllUsers: false })
    expect(now.targetUsers).toHaveLength(1)
  })

  test('is deleted with its recipients and read marks, even while others read it', async () => {
    const { app, manager, asha, write, read } = await givenHall()
    for (let round = 0; round < 5; round++) {
      const { _id } = await write({ targetUsers: [asha._id] })
      const [removed, ...marks] = await Promise.all([
        manager.del(`/notice/${_id}`),
        asha.post(`/notice/${_id}/read`),
        asha.post(`/notice/${_id}/read`),
      ])
      expect(removed.status).toBe(204)
      for (const { status } of marks) expect([204, 404]).toContain(status)
    }
    expect(await read(asha)).toEqual([])
    expect(await app.db.selectFrom('noticeReads').selectAll().execute()).toEqual([])
    expect(await app.db.selectFrom('noticeTargets').selectAll().execute()).toEqual([])
  })
})

test('accepts a notice as a form, where lists are JSON and all values are text', async () => {
  const { manager, asha } = await givenHall()
  const form = new FormData()
  const fields = {
    ...holiday,
    content: 'One',
    targetAllUsers: 'false',
    targetUsers: JSON.stringify([asha._id]),
    priority: '5',
    isActive: 'true',
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const { status, body } = await manager.post('/notice', form)
  expect(status).toBe(201)
  expect(body).toMatchObject({ content: 'One', targetAllUsers: false, targetUsers: [{ _id: asha._id }], priority: 5, isActive: true })
})

test('a notice can also be created at the address with a trailing slash, as in the specification', async () => {
  const { manager } = await givenHall()
  expect((await manager.post('/notice/', holiday)).status).toBe(201)
})
