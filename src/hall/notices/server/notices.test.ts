import { describe, expect, test } from 'vitest'
import { given } from '#server/testing/given.ts'
import { hallOf, holiday, noon } from './testing/hall.ts'

const givenHall = async () => hallOf(await given())

describe('a notice', () => {
  test('for everyone is received by every role, with only the name of its author', async () => {
    const { app, manager, asha, write } = await givenHall()
    const made = await write({ content: 'Line one\nLine two', priority: 8, expiresAt: '2026-11-30' })
    expect(made).toMatchObject({
      ...holiday,
      content: 'Line one\nLine two',
      targetAllUsers: true,
      targetUsers: [],
      priority: 8,
      publishAt: null,
      expiresAt: '2026-11-30T18:29:59.999Z',
      isActive: true,
      status: 'active',
      attachment: null,
      createdBy: { name: 'Farida Khan', email: 'farida@example.org' },
      createdAt: noon,
      readBy: [],
      readCount: 0,
    })
    const { targetUsers: _to, readBy: _by, readCount: _count, status: _status, createdBy: _author, ...shared } = made
    for (const person of [asha, manager, await app.as('admin'), await app.as('superadmin')])
      expect((await person.get('/notice/user')).body).toEqual({
        items: [{ ...shared, createdBy: { name: 'Farida Khan' }, isRead: false }],
        nextCursor: null,
      })
  })

  test('is filtered by type, and the most urgent comes first', async () => {
    const { asha, write, read } = await givenHall()
    for (const [title, type, priority] of [
      ['Low tab', 'tab', 1],
      ['Banner', 'banner', 5],
      ['High tab', 'tab', 9],
      ['Marquee', 'marquee', 10],
      ['Newer low tab', 'tab', 1],
    ] as const)
      await write({ title, type, priority })
    expect(await read(asha)).toEqual(['Marquee', 'High tab', 'Banner', 'Newer low tab', 'Low tab'])
    expect(await read(asha, '/notice/banner-marquee')).toEqual(['Marquee', 'Banner'])
    expect(await read(asha, '/notice/tab')).toEqual(['High tab', 'Newer low tab', 'Low tab'])
  })

  test('for chosen people is received by them alone, regardless of role', async () => {
    const { app, manager, asha, ravi, write, read } = await givenHall()
    const made = await write({ targetUsers: [asha._id, asha._id] })
    expect(made).toMatchObject({ targetAllUsers: false, targetUsers: [{ _id: asha._id, name: 'Asha', email: 'asha@example.org' }] })
    expect([await read(asha), await read(ravi), await read(manager), await read(await app.as('superadmin'))]).toEqual([
      [holiday.title],
      [],
      [],
      [],
    ])
    expect(await read(manager, '/notice/admin')).toEqual([holiday.title])
  })

  test('for everyone stores no recipients, even if some are named', async () => {
    const { app, asha, write } = await givenHall()
    expect((await write({ targetAllUsers: true, targetUsers: [asha._id] })).targetUsers).toEqual([])
    expect(await app.db.selectFrom('noticeTargets').selectAll().execute()).toEqual([])
  })

  test('without any existing recipient is rejected', async () => {
    const { app, manager, asha } = await givenHall()
    await (await app.as('superadmin')).del(`/user/${asha._id}`)
    for (const targetUsers of [[asha._id], ['nowhere']]) {
      const answer = await manager.post('/notice', { ...holiday, targetUsers })
      expect([answer.status, answer.body.fields]).toEqual([400, { targetUsers: 'Some of the chosen people no longer exist' }])
    }
    expect((await manager.get('/notice/admin')).body.items).toEqual([])
  })

  test.each(['<img src=x onerror=alert(1)>', `'; drop table notices; --`, '{{constructor}}', '‮gnp.exe', 'नमस्ते 🔑 مرحبا', '%_\\'])(
    'with the text %s is returned unchanged',
    async (text) => {
      const { asha, write } = await givenHall()
      await write({ title: text, content: `${text}\n${text}` })
      expect((await asha.get('/notice/user')).body.items[0]).toMatchObject({ title: text, content: `${text}\n${text}` })
    },
  )

  test.each([
    [{ title: ' ' }, 'Title is required'],
    [{ content: '' }, 'Content is required'],
    [{ type: 'poster' }, 'Please choose a type'],
    [{ priority: 11 }, 'Priority must be from 0 to 10'],
    [{ priority: -1 }, 'Priority must be from 0 to 10'],
    [{ priority: 2.5 }, 'Priority must be from 0 to 10'],
    [{ expiresAt: '2026-02-30' }, 'Please enter a date'],
    [{ publishAt: 'soon' }, 'Please enter a date'],
    [{ targetUsers: 'Asha' }, 'Please choose people'],
    [{ content: 'a\0b' }, 'This text contains characters that cannot be saved'],
  ])('as %j is rejected', async (more, message) => {
    const { manager } = await givenHall()
    const answer = await manager.post('/notice', { ...holiday, ...more })
    expect([answer.status, answer.body.message, Object.keys(answer.body.fields)]).toEqual([400, message, Object.keys(more)])
  })
})

describe('scheduling', () => {
  test('treats a day as its end in the hall’s time zone, and sets when responses expire', async () => {
    const { app, asha, write, read } = await givenHall()
    const { _id } = await write({ expiresAt: '2026-11-21' })
    expect((await asha.get('/notice/user')).headers.expires).toBe('Sat, 21 Nov 2026 18:30:00 GMT')
    app.setNow('2026-11-21T18:29:59.000Z')
    expect(await read(asha)).toEqual([holiday.title])
    app.setNow('2026-11-21T18:30:00.000Z')
    expect(await read(asha)).toEqual([])
    expect((await asha.post(`/notice/${_id}/read`)).status).toBe(404)
  })

  test('shows a notice from its publication to its expiry, with its status for staff', async () => {
    const { app, asha, write, read, listed } = await givenHall()
    const { _id, publishAt } = await write({ publishAt: '2026-11-22', expiresAt: '2026-11-23T10:00:00Z' })
    expect(publishAt).toBe('2026-11-21T18:30:00.000Z')
    const seen = async () => [await read(asha), (await listed(_id)).status, (await asha.get('/notice/tab')).headers.expires]
    expect(await seen()).toEqual([[], 'scheduled', 'Sat, 21 Nov 2026 18:30:00 GMT'])
    app.setNow(publishAt)
    expect(await seen()).toEqual([[holiday.title], 'active', 'Mon, 23 Nov 2026 10:00:00 GMT'])
    app.setNow('2026-11-23T10:00:00.000Z')
    expect(await seen()).toEqual([[], 'expired', undefined])
  })

  test('does not reveal another person’s scheduled notice to the caller', async () => {
    const { asha, ravi, write } = await givenHall()
    await write({ targetUsers: [ravi._id], publishAt: '2026-11-22' })
    await write({ isActive: false, publishAt: '2026-11-22' })
    expect((await ravi.get('/notice/user')).headers.expires).toBe('Sat, 21 Nov 2026 18:30:00 GMT')
    expect((await asha.get('/notice/user')).headers.expires).toBeUndefined()
  })

  test('does not confirm a cached response after it has expired', async () => {
    const { app, asha, write } = await givenHall()
    await write({ expiresAt: '2026-11-21T10:00:00Z' })
    const before = await asha.get('/notice/user')
    app.setNow('2026-11-21T10:00:00.000Z')
    const after = await asha.get('/notice/user', { headers: { 'if-none-match': before.headers.etag ?? '*' } })
    expect([after.status, after.body.items, after.headers['cache-control']]).toEqual([200, [], 'no-store'])
  })

  test('accepts an expiry in the past, and treats an empty one as none', async () => {
    const { write } = await givenHall()
    expect((await write({ expiresAt: '2020-01-31' })).status).toBe('expired')
    for (const expiresAt of ['', null]) expect((await write({ expiresAt })).expiresAt).toBeNull()
  })
})

describe('reading', () => {
  test('is recorded once, even concurrently, and is visible to staff only', async () => {
    const { app, asha, ravi, write, listed } = await givenHall()
    const { _id } = await write()
    const answers = await Promise.all(Array.from({ length: 10 }, () => asha.post(`/notice/${_id}/read`)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(204))
    expect(await app.db.selectFrom('noticeReads').selectAll().execute()).toEqual([{ noticeId: _id, userId: asha._id, readAt: noon }])
    expect(await listed(_id)).toMatchObject({ readBy: [asha._id], readCount: 1 })
    const seen = async (person: typeof asha) => (await person.get('/notice/user')).body.items[0]
    expect([(await seen(asha)).isRead, (await seen(ravi)).isRead]).toEqual([true, false])
    expect(JSON.stringify(await seen(ravi))).not.toContain(asha._id)
    expect(await app.db.selectFrom('audit').select('action').execute()).toEqual([{ action: 'notices.create' }])
  })

  test('leaves no marks of deleted people', async () => {
    const { app, asha, ravi, write, listed } = await givenHall()
    const { _id } = await write({ targetUsers: [asha._id, ravi._id] })
    await asha.post(`/notice/${_id}/read`)
    await (await app.as('superadmin')).del(`/user/${asha._id}`)
    expect(await listed(_id)).toMatchObject({ targetUsers: [{ _id: ravi._id }], readBy: [], readCount: 0 })
    expect(await app.db.selectFrom('noticeReads').selectAll().execute()).toEqual([])
  })

  test('still works for a notice whose author is deleted', async () => {
    const { app, manager, asha, write } = await givenHall()
    await write()
    await (await app.as('superadmin')).del(`/user/${manager._id}`)
    expect((await asha.get('/notice/user')).body.items[0].createdBy).toEqual({ name: 'Deleted user' })
    const admin = await app.as('admin')
    expect((await admin.get('/notice/admin')).body.items[0].createdBy).toEqual({ name: 'Deleted user', email: null })
  })
})
