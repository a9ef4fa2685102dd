import { describe, expect, test } from 'vitest'
import { type Role, roles } from '#contract/actor.ts'
import { given } from '#server/testing/given.ts'
import { givenCategory, givenDocument } from '#server/testing/library.ts'
import { givenAccount, rightPassword } from '#server/testing/people.ts'

const givenDesk = async (role: Role = 'superadmin') => {
  const app = await given()
  const clerk = await app.as(role)
  const row = (id: string) => app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { app, clerk, row }
}

const meera = {
  name: 'Meera Iyer',
  email: 'meera@example.org',
  phone: '98765',
  dob: '2004-02-29',
  dateJoinedLibrary: '2024-06-01',
  terminationDate: '2099-12-31',
  slot: 'morning',
  seatNumber: 7,
  password: 'a good long one',
  role: 'student',
}

describe('deleting a person', () => {
  test('clears their personal data, and frees email and seat', async () => {
    const { app, clerk, row } = await givenDesk('admin')
    const { _id } = (await clerk.post('/user', meera)).body
    expect((await clerk.del(`/user/${_id}`)).status).toBe(204)
    expect(await row(_id)).toEqual({
      id: _id,
      createdAt: expect.stringMatching(/^\d{4}-/),
      name: 'Deleted user',
      nameFolded: 'deleted user',
      email: null,
      emailFolded: null,
      passwordHash: '',
      phone: null,
      phoneFolded: null,
      dob: null,
      dateJoined: null,
      terminationDate: null,
      slot: null,
      seatNumber: null,
      monthlyFee: null,
      formerSeat: null,
      pictureSha256: null,
      role: 'student',
      deletedAt: expect.stringMatching(/^\d{4}-/),
    })
    expect(await app.db.selectFrom('seats').selectAll().execute()).toEqual([])
    expect((await clerk.post('/user', meera)).status).toBe(201)
  })

  test('ends their sessions and prevents signing in', async () => {
    const { app, clerk } = await givenDesk()
    const student = await app.as('student')
    const { _id, email } = await givenAccount(app, { email: 'asha@example.org' })
    await clerk.del(`/user/${student._id}`)
    await clerk.del(`/user/${_id}`)
    expect((await student.get('/auth/me')).status).toBe(401)
    expect((await app.anyone().post('/auth/login', { email, password: rightPassword })).status).toBe(401)
  })

  test('deletes their favorites, their reading positions and their addresses, and nobody else’s', async () => {
    const { app, clerk } = await givenDesk()
    const document = await givenDocument(clerk, 'Optics', (await givenCategory(clerk, 'Physics'))._id)
    const { _id: id } = document
    const [gone, other] = [await app.as('student'), await app.as('student')]
    for (const student of [gone, other]) {
      await student.post(`/document/${id}/favorite`)
      await app.db
        .insertInto('readingProgress')
        .values({ userId: student._id, documentId: id, page: 3, updatedAt: document.createdAt })
        .execute()
      await app.db.insertInto('signInAddresses').values({ userId: student._id, address: '192.0.2.1', lastAt: document.createdAt }).execute()
    }
    await clerk.del(`/user/${gone._id}`)
    for (const table of ['favorites', 'readingProgress', 'signInAddresses', 'sessions'] as const) {
      const left = await app.db.selectFrom(table).select('userId').where('userId', 'in', [gone._id, other._id]).execute()
      expect([table, left]).toEqual([table, [{ userId: other._id }]])
    }
  })

  test('hides them everywhere', async () => {
    const { app, clerk } = await givenDesk()
    const { _id } = (await clerk.post('/user', meera)).body
    await clerk.del(`/user/${_id}`)
    expect((await clerk.get('/user')).body).toMatchObject({ items: [{ _id: clerk._id }], total: 1 })
    expect((await clerk.get('/user?search=meera')).body.total).toBe(0)
    expect((await clerk.get('/user/seats')).body.items[6]).toMatchObject({ seatNumber: 7, morning: null, afternoon: null, holders: [] })
    for (const answer of [await clerk.get(`/user/profile/${_id}`), await clerk.put(`/user/${_id}`, { name: 'X' })])
      expect(answer.status).toBe(404)
    expect((await app.db.selectFrom('users').select('name').where('id', '=', _id).executeTakeFirst())?.name).toBe('Deleted user')
  })

  test('is written to the audit with their former name, and without unneeded fields', async () => {
    const { app, clerk } = await givenDesk()
    const { _id } = (await clerk.post('/user', meera)).body
    await clerk.del(`/user/${_id}`)
    const entry = await app.db.selectFrom('audit').selectAll().where('action', '=', 'users.remove').executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ actorId: clerk._id, actorName: 'A superadmin', targetId: _id, after: null })
    expect(JSON.parse(entry.before ?? '')).toEqual({ name: 'Meera Iyer', email: 'meera@example.org', role: 'student' })
  })

  test('twice, or of an unknown id, returns 404', async () => {
    const { app, clerk } = await givenDesk()
    const student = await app.as('student')
    expect((await clerk.del(`/user/${student._id}`)).status).toBe(204)
    expect((await clerk.del(`/user/${student._id}`)).status).toBe(404)
    expect((await clerk.del('/user/nobody')).status).toBe(404)
    expect(await app.db.selectFrom('audit').select('action').execute()).toHaveLength(1)
  })
})

describe('who may delete', () => {
  test.each([
    ['manager', [403, 403, 403, 403]],
    ['admin', [204, 403, 403, 403]],
    ['superadmin', [204, 204, 204, 204]],
  ] as const)('a %s: a student, a manager, an admin, a superadmin: %j', async (role, statuses) => {
    const { app, clerk } = await givenDesk(role)
    const found: number[] = []
    for (const target of roles) found.push((await clerk.del(`/user/${(await app.as(target))._id}`)).status)
    expect(found).toEqual(statuses)
  })

  test.each(['admin', 'superadmin'] as const)('nobody may delete themselves: %s', async (role) => {
    const { app, clerk } = await givenDesk(role)
    await app.as('superadmin')
    const refused = await clerk.del(`/user/${clerk._id}`)
    expect([refused.status, refused.body.message]).toEqual([403, 'You cannot delete your own account'])
    expect((await clerk.get('/auth/me')).status).toBe(200)
  })

  test('not a superadmin with an end the last one without', async () => {
    const { app, clerk } = await givenDesk()
    const leaving = await app.as('superadmin', { terminationDate: '2099-12-31' })
    const refused = await leaving.del(`/user/${clerk._id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'users.last_superadmin'])
    expect((await clerk.del(`/user/${leaving._id}`)).status).toBe(204)
  })
})
