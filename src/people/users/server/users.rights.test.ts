import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import { given, type SignedInPerson } from '#server/testing/given.ts'
import { asForm, givenAccount, newAccount } from '#server/testing/people.ts'

const meera: Partial<UsersTable> = {
  name: 'Meera Iyer',
  email: 'meera@example.org',
  phone: '98765 43210',
  dob: '2004-02-29',
  dateJoined: '2026-01-31',
  slot: 'morning',
  seatNumber: 7,
  terminationDate: '2099-12-31',
}

const givenDesk = async (role: Role = 'superadmin') => {
  const app = await given()
  const clerk = await app.as(role)
  const add = async (target: Role = 'student', account: Partial<UsersTable> = {}) => {
    const user = newAccount(target, account)
    await app.db.insertInto('users').values(user).execute()
    return user.id
  }
  const audit = async () =>
    (await app.db.selectFrom('audit').selectAll().orderBy('id').execute()).map(({ action, actorId, targetId, before, after }) => ({
      action,
      actorId,
      targetId,
      before: JSON.parse(before ?? 'null'),
      after: JSON.parse(after ?? 'null'),
    }))
  return { app, clerk, add, audit }
}

const refusal = ({ status, body }: { status: number; body: { message?: string; fields?: object } }) => [status, body.message]
describe('an admin', () => {
  test('changes the termination date of a student, and removes it', async () => {
    const { clerk, add, audit } = await givenDesk('admin')
    const id = await add('student', meera)
    for (const path of [`/user/${id}`, `/user/${id}/termination`]) {
      expect((await clerk.put(path, { terminationDate: '2030-06-30' })).body.terminationDate).toBe('2030-06-30')
      expect((await clerk.put(path, { terminationDate: null })).body.terminationDate).toBeNull()
      expect((await clerk.put(path, { terminationDate: '2030-06-30' })).status).toBe(200)
      expect((await clerk.put(path, { terminationDate: '' })).body.terminationDate).toBeNull()
    }
    expect((await audit())[0]).toMatchObject({ before: { terminationDate: '2099-12-31' }, after: { terminationDate: '2030-06-30' } })
    expect([...new Set((await audit()).map(({ action }) => action))]).toEqual(['users.update', 'users.updateTermination'])
  })

  const others = {
    name: 'Other',
    email: 'other@example.org',
    password: 'another good one',
    role: 'manager',
    dob: '2000-01-01',
    dateJoinedLibrary: '2000-01-01',
    slot: 'afternoon',
    seatNumber: 8,
    phone: '1',
  }
  test.each(Object.entries(others))('does not change the %s of a student', async (field, value) => {
    const { clerk, add, audit } = await givenDesk('admin')
    const id = await add('student', meera)
    const before = (await clerk.get(`/user/profile/${id}`)).body
    const refused = await clerk.put(`/user/${id}`, { ...before, terminationDate: '2030-06-30', [field]: value })
    expect(refusal(refused)).toEqual([403, 'Only superadmins can change anything other than the termination date'])
    expect((await clerk.get(`/user/profile/${id}`)).body).toEqual(before)
    expect(await audit()).toEqual([])
  })

  test('sends the whole object back and changes only the date', async () => {
    const { clerk, add } = await givenDesk('admin')
    const id = await add('student', meera)
    const before = (await clerk.get(`/user/profile/${id}`)).body
    const whole = { ...before, password: '', removePicture: true, terminationDate: '2030-06-30' }
    expect((await clerk.put(`/user/${id}`, whole)).body).toEqual({ ...before, terminationDate: '2030-06-30' })
    expect((await clerk.put(`/user/${id}`, asForm({ ...before, password: '', terminationDate: '2031-06-30' }))).status).toBe(200)
  })

  test.each(['manager', 'admin', 'superadmin'] as const)('does not change a %s, but may send them back unchanged', async (role) => {
    const { clerk, add, audit } = await givenDesk('admin')
    const id = await add(role)
    const before = (await clerk.get(`/user/profile/${id}`)).body
    expect((await clerk.put(`/user/${id}`, before)).body).toEqual(before)
    for (const path of [`/user/${id}`, `/user/${id}/termination`]) {
      const refused = await clerk.put(path, { terminationDate: '2030-06-30' })
      expect(refusal(refused)).toEqual([403, 'Admins can only edit student accounts'])
    }
    expect(refusal(await clerk.put(`/user/${id}`, { role: 'student' }))).toEqual([403, 'Admins can only edit student accounts'])
    expect(await audit()).toEqual([])
  })

  test('cannot promote themselves, and loses no right by trying', async () => {
    const { clerk } = await givenDesk('admin')
    expect((await clerk.put(`/user/${clerk._id}`, { role: 'superadmin' })).status).toBe(403)
    expect((await clerk.get('/auth/me')).body.role).toBe('admin')
  })
})

describe('a new password by a superadmin', () => {
  const next = 'another horse battery'
  const signIn = async (app: Awaited<ReturnType<typeof given>>, email: string, password: string) =>
    (await app.anyone().post('/auth/login', { email, password })).status

  test('works, and the old one does not', async () => {
    const { app, clerk, audit } = await givenDesk()
    const { _id, email, password } = await givenAccount(app, { email: 'asha@example.org' })
    expect((await clerk.put(`/user/${_id}`, { password: next })).status).toBe(200)
    expect([await signIn(app, email, password), await signIn(app, email, next)]).toEqual([401, 200])
    expect(await audit()).toEqual([
      { action: 'users.update', actorId: clerk._id, targetId: _id, before: {}, after: { passwordChanged: true } },
    ])
    expect(JSON.stringify(await audit())).not.toMatch(/argon2|horse/)
  })

  test.each(['', null, undefined])('that is blank (%j) keeps the current one and the sessions', async (password) => {
    const { app, clerk } = await givenDesk()
    const student = await app.as('student')
    const passwordHash = () => app.db.selectFrom('users').select('passwordHash').where('id', '=', student._id).executeTakeFirst()
    const before = await passwordHash()
    expect((await clerk.put(`/user/${student._id}`, { name: 'Other', password })).status).toBe(200)
    expect((await clerk.put(`/user/${student._id}`, asForm({ name: 'Another', password: '' }))).status).toBe(200)
    expect(await passwordHash()).toEqual(before)
    expect((await student.get('/auth/me')).body.name).toBe('Another')
  })

  test('ends the sessions of that person, and of nobody else', async () => {
    const { app, clerk } = await givenDesk()
    const [student, other] = [await app.as('student'), await app.as('student')]
    await clerk.put(`/user/${student._id}`, { password: next })
    expect([(await student.get('/auth/me')).status, (await other.get('/auth/me')).status]).toEqual([401, 200])
  })

  test('for themselves ends all sessions except the current one', async () => {
    const { app, clerk } = await givenDesk()
    const { passwordHash } = await app.db.selectFrom('users').select('passwordHash').where('id', '=', clerk._id).executeTakeFirstOrThrow()
    expect((await clerk.put(`/user/${clerk._id}`, { password: next })).status).toBe(200)
    expect((await clerk.get('/auth/me')).status).toBe(200)
    expect(passwordHash).toBe('none')
  })
})

describe('a new role', () => {
  const roles = async (person: SignedInPerson) => (await person.get('/auth/me')).status
  test('ends the sessions of that person immediately', async () => {
    const { app, clerk } = await givenDesk()
    const manager = await app.as('manager')
    await clerk.put(`/user/${manager._id}`, { role: 'admin' })
    expect([await roles(manager), await roles(clerk)]).toEqual([401, 200])
  })
  test('that is unchanged ends nothing', async () => {
    const { app, clerk } = await givenDesk()
    const manager = await app.as('manager')
    await clerk.put(`/user/${manager._id}`, { role: 'manager', name: 'Other' })
    expect(await roles(manager)).toBe(200)
  })
})

describe('the last superadmin', () => {
  const last = 'This is the only superadmin. The account must keep this role and cannot have a termination date'
  test.each([
    ['/user/ID', { role: 'admin' }, 'role'],
    ['/user/ID', { terminationDate: '2099-12-31' }, 'terminationDate'],
    ['/user/ID/termination', { terminationDate: '2099-12-31' }, 'terminationDate'],
  ])('stays one without an end: %s %j', async (path, change, field) => {
    const { app, clerk, add } = await givenDesk()
    await add('superadmin', { deletedAt: '2026-01-01T00:00:00.000Z' })
    await add('superadmin', { terminationDate: '2020-01-01' })
    await add('superadmin', { terminationDate: '2099-01-01' })
    const refused = await clerk.put(path.replace('ID', clerk._id), change)
    expect([...refusal(refused), refused.body.fields]).toEqual([409, last, { [field]: last }])
    await app.as('superadmin')
    expect((await clerk.put(path.replace('ID', clerk._id), change)).status).toBe(200)
  })

  test('may change everything else', async () => {
    const { clerk } = await givenDesk()
    const whole = (await clerk.get('/auth/me')).body
    expect((await clerk.put(`/user/${clerk._id}`, { ...whole, name: 'Head', email: 'head@example.org' })).status).toBe(200)
  })
})
