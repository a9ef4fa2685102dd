import { describe, expect, test } from 'vitest'
import type { Announcement } from '#hall/announcements/announcements.contract.ts'
import { newId } from '#server/db/ids.ts'
import { given } from '#server/testing/given.ts'
import { announcementLimits } from '../announcements.contract.ts'

const givenHall = async () => {
  const app = await given()
  const admin = await app.as('admin')
  const announce = async (fields: Record<string, unknown>): Promise<Announcement> => {
    const { status, body } = await admin.post('/announcement', { content: 'Please note.', ...fields })
    expect(status).toBe(201)
    return body
  }
  const publicTitles = async () => (await app.anyone().get('/announcement/public')).body.items.map(({ title }: Announcement) => title)
  return { app, admin, announce, publicTitles }
}

describe('visitors receive', () => {
  test('announcements by priority, then newest first, without internal fields', async () => {
    const { app, announce } = await givenHall()
    app.setNow('2026-11-21T05:30:00.000Z')
    await announce({ title: 'Old' })
    app.setNow('2026-11-21T05:31:00.000Z')
    await announce({ title: 'नया सत्र', priority: 0 })
    await announce({ title: 'Exam week', priority: 10 })
    const { body } = await app.anyone().get('/announcement/public')
    expect(body.items.map(({ title }: Announcement) => title)).toEqual(['Exam week', 'नया सत्र', 'Old'])
    expect(Object.keys(body.items[0]).toSorted()).toEqual(['_id', 'content', 'createdAt', 'title'])
  })

  test('no inactive or deleted ones', async () => {
    const { admin, announce, publicTitles } = await givenHall()
    const [one, other] = [await announce({ title: 'One' }), await announce({ title: 'Other' })]
    expect((await admin.patch(`/announcement/${one._id}/toggle`)).body).toEqual({ ...one, isActive: false })
    expect(await publicTitles()).toEqual(['Other'])
    expect((await admin.patch(`/announcement/${one._id}/toggle`)).body.isActive).toBe(true)
    await admin.del(`/announcement/${other._id}`)
    expect(await publicTitles()).toEqual(['One'])
    expect((await admin.get('/announcement/admin')).body.items).toEqual([one])
  })

  test('one with a last day until the end of that day in the hall’s time zone', async () => {
    const { app, announce, publicTitles } = await givenHall()
    app.setNow('2026-11-20T05:30:00.000Z')
    const { expiresAt } = await announce({ title: 'Until Saturday', expiresAt: '2026-11-21' })
    expect(expiresAt).toBe('2026-11-21T18:29:59.999Z')
    app.setNow('2026-11-21T18:29:59.000Z')
    expect(await publicTitles()).toEqual(['Until Saturday'])
    expect((await app.anyone().get('/announcement/public')).headers.expires).toBe('Sat, 21 Nov 2026 18:30:00 GMT')
    app.setNow('2026-11-21T18:30:00.000Z')
    expect(await publicTitles()).toEqual([])
  })
})

describe('an expiry', () => {
  test('may be an instant, including past ones, and is removed by null or a blank', async () => {
    const { admin, announce, publicTitles } = await givenHall()
    const { _id, expiresAt } = await announce({ title: 'Gone', expiresAt: '2020-01-01T00:00:00.000Z' })
    expect([expiresAt, await publicTitles()]).toEqual(['2020-01-01T00:00:00.000Z', []])
    const put = async (body: object) => (await admin.put(`/announcement/${_id}`, body)).body.expiresAt
    expect(await put({ priority: 3 })).toBe('2020-01-01T00:00:00.000Z')
    expect(await put({ expiresAt: null })).toBeNull()
    expect(await put({ expiresAt: '2020-01-01' })).toBe('2020-01-01T18:29:59.999Z')
    expect(await put({ expiresAt: '' })).toBeNull()
  })

  test.each(['soon', '2026-02-30', '2026-02-30T00:00:00.000Z', 5])('cannot be %s', async (expiresAt) => {
    const { admin } = await givenHall()
    const { status, body } = await admin.post('/announcement', { title: 'A', content: 'B', expiresAt })
    expect([status, body.fields]).toEqual([400, { expiresAt: 'Please enter a date' }])
  })
})

test.each([
  [{ title: ' ' }, { title: 'Title is required' }],
  [{ title: 'x'.repeat(201) }, { title: 'Please use at most 200 characters' }],
  [{ content: '' }, { content: 'Content is required' }],
  [{ content: 'x'.repeat(1_001) }, { content: 'Please use at most 1000 characters' }],
  [{ priority: 11 }, { priority: 'Priority must be a number from 0 to 10' }],
  [{ priority: -1 }, { priority: 'Priority must be a number from 0 to 10' }],
  [{ priority: 'high' }, { priority: 'Priority must be a number from 0 to 10' }],
])('rejects %o', async (fields, told) => {
  const { admin } = await givenHall()
  const answer = await admin.post('/announcement', { title: 'Title', content: 'Content', ...fields })
  expect([answer.status, answer.body.fields]).toEqual([400, told])
})

test('accepts texts of maximum length, and a change keeps fields that it does not name', async () => {
  const { admin, announce } = await givenHall()
  const made = await announce({ title: 'अ'.repeat(200), content: '🔑'.repeat(1_000), priority: '7' })
  expect(made.priority).toBe(7)
  const changed = (await admin.put(`/announcement/${made._id}`, { title: 'Keys', isActive: false, createdAt: 'never' })).body
  expect(changed).toEqual({ ...made, title: 'Keys', isActive: false })
})

test('audits every action', async () => {
  const { app, admin, announce } = await givenHall()
  const { _id } = await announce({ title: 'One' })
  await admin.patch(`/announcement/${_id}/toggle`)
  await admin.del(`/announcement/${_id}`)
  const kept = await app.db.selectFrom('audit').selectAll().where('targetId', '=', _id).orderBy('id').execute()
  expect(kept.map(({ action, after }) => [action, after && JSON.parse(after).isActive])).toEqual([
    ['announcements.create', true],
    ['announcements.update', false],
    ['announcements.remove', null],
  ])
})

test('limits the number of announcements to a thousand', async () => {
  const { app, admin } = await givenHall()
  const at = '2026-11-21T05:30:00.000Z'
  const rows = Array.from({ length: announcementLimits.most }, () => ({
    ...{ id: newId(), title: 'A', content: 'B', priority: 0, expiresAt: null, isActive: 1 as const },
    ...{ createdBy: admin._id, createdAt: at, updatedAt: at },
  }))
  for (let from = 0; from < rows.length; from += 100)
    await app.db
      .insertInto('announcements')
      .values(rows.slice(from, from + 100))
      .execute()
  const { status, body } = await admin.post('/announcement', { title: 'A', content: 'B' })
  expect([status, body.message]).toEqual([409, 'There can be at most 1000 announcements'])
  expect((await admin.get('/announcement/admin')).body.items).toHaveLength(1_000)
})
