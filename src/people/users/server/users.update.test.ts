import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import { given } from '#server/testing/given.ts'
import { asForm, newAccount } from '#server/testing/people.ts'

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
    if (user.seatNumber !== null && user.slot !== null && user.slot !== 'full-day')
      await app.db
        .insertInto('seats')
        .values({ seatNumber: user.seatNumber, piece: user.slot === 'morning' ? 0 : 840, userId: user.id })
        .execute()
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
describe('a superadmin changes', () => {
  const changes = {
    name: 'मीरा अय्यर',
    email: 'Meera.Iyer@Example.org',
    terminationDate: '2028-02-29',
    dob: '2000-02-29',
    dateJoinedLibrary: '2025-12-31',
    slot: 'full-day',
    seatNumber: 38,
    phone: '+91 11 2345 6789',
  }
  test.each([
    ['JSON', (fields: Record<string, unknown>): object => fields],
    ['a form', asForm],
  ])('everything of a student, as %s', async (_, body) => {
    const { clerk, add, audit } = await givenDesk()
    const id = await add('student', meera)
    const changed = await clerk.put(`/user/${id}`, body(changes))
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining({ _id: id, role: 'student', ...changes })])
    expect((await clerk.get(`/user/profile/${id}`)).body).toEqual(changed.body)
    expect((await audit())[0]).toMatchObject({ action: 'users.update', actorId: clerk._id, targetId: id, after: changes })
  })

  test.each(Object.entries(changes).filter(([field]) => field !== 'slot'))('%s alone, and nothing else moves', async (field, value) => {
    const { clerk, add, audit } = await givenDesk()
    const id = await add('student', meera)
    const before = (await clerk.get(`/user/profile/${id}`)).body
    expect((await clerk.put(`/user/${id}`, { [field]: value })).body).toEqual({ ...before, [field]: value })
    expect(await audit()).toEqual([
      { action: 'users.update', actorId: clerk._id, targetId: id, before: { [field]: before[field] }, after: { [field]: value } },
    ])
  })

  test.each([
    ['an empty text', '', (fields: Record<string, unknown>): object => fields],
    ['null', null, (fields: Record<string, unknown>): object => fields],
    ['an empty field of a form', '', asForm],
  ])('optional fields to nothing, by %s', async (_, none, body) => {
    const { app, clerk, add } = await givenDesk()
    const id = await add('student', meera)
    const empty = { phone: none, dob: none, dateJoinedLibrary: none, slot: none, seatNumber: none, terminationDate: none }
    const cleared = { phone: null, dob: null, dateJoinedLibrary: null, slot: null, seatNumber: null, terminationDate: null }
    expect((await clerk.put(`/user/${id}`, body(empty))).body).toMatchObject({ name: 'Meera Iyer', ...cleared })
    expect(await app.db.selectFrom('seats').selectAll().execute()).toEqual([])
  })

  test.each(['manager', 'admin', 'superadmin'] as const)(
    'the role of a student to %s, which clears seat and student fields but not the audit',
    async (role) => {
      const { app, clerk, add, audit } = await givenDesk()
      const id = await add('student', meera)
      const none = { dob: null, dateJoinedLibrary: null, slot: null, seatNumber: null }
      expect((await clerk.put(`/user/${id}`, { role })).body).toMatchObject({ role, ...none, terminationDate: '2099-12-31' })
      expect(await app.db.selectFrom('seats').selectAll().execute()).toEqual([])
      const [entry] = await audit()
      expect(entry?.before).toEqual({
        role: 'student',
        dob: '2004-02-29',
        dateJoinedLibrary: '2026-01-31',
        slot: 'morning',
        seatNumber: 7,
      })
    },
  )

  test('a phone of blanks to none', async () => {
    const { clerk, add } = await givenDesk()
    expect((await clerk.put(`/user/${await add('student', meera)}`, { phone: '   ' })).body.phone).toBeNull()
  })

  test.each([
    ['JSON', (password: string) => ({ password })],
    ['a form', (password: string) => asForm({ password })],
  ])('no password if the field of %s is blank', async (_, body) => {
    const { app, clerk, add } = await givenDesk()
    const id = await add('student', meera)
    for (const blank of ['', ' ', ' \t '.repeat(3), ' '.repeat(200)])
      expect([blank, (await clerk.put(`/user/${id}`, body(blank))).status]).toEqual([blank, 200])
    const row = await app.db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.passwordHash).toBe('none')
  })

  test('a manager into a student with a seat, in one call', async () => {
    const { app, clerk, add } = await givenDesk()
    const id = await add('manager')
    expect((await clerk.put(`/user/${id}`, { role: 'student', slot: 'afternoon', seatNumber: '3' })).status).toBe(200)
    expect(await app.db.selectFrom('seats').selectAll().execute()).toEqual([{ seatNumber: 3, piece: 840, userId: id }])
  })

  test.each(['manager', 'admin', 'superadmin'] as const)("none of a student's fields for a %s", async (role) => {
    const { clerk, add, audit } = await givenDesk()
    const id = await add(role)
    const { status, body } = await clerk.put(`/user/${id}`, { dob: '2000-01-01', slot: 'morning', seatNumber: 5 })
    expect([status, body]).toEqual([200, expect.objectContaining({ dob: null, slot: null, seatNumber: null })])
    expect(await audit()).toEqual([])
  })

  test('nothing by sending undeclared or read-only fields', async () => {
    const { app, clerk, add, audit } = await givenDesk()
    const id = await add('student', meera)
    const row = () => app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const before = await row()
    const forged = {
      _id: 'x',
      id: 'x',
      createdAt: '2000-01-01T00:00:00.000Z',
      passwordHash: 'x',
      deletedAt: 'x',
      pictureSha256: 'x',
      profilePictureUrl: 'x',
      nameFolded: 'x',
      profilePicture: 'x',
    }
    expect((await clerk.put(`/user/${id}`, forged)).status).toBe(200)
    expect([await row(), await audit()]).toEqual([before, []])
  })
})

describe('a change is rejected', () => {
  const wrong = [
    ['no name', { name: ' ' }, 'name', 'Name is required'],
    ['no email and no phone', { email: '', phone: '' }, 'email', 'Email is required'],
    [
      'no email and a phone that is no mobile',
      { email: null, phone: '101' },
      'phone',
      'Please enter a mobile number of ten digits, or an email',
    ],
    ['what is no email', { email: 'meera' }, 'email', 'Please enter a valid email address'],
    ['a role that there is not', { role: 'owner' }, 'role', 'Please choose a role'],
    ['a choice that is none', { removePicture: 'x' }, 'removePicture', 'Please choose yes or no'],
    ['a short password', { password: '1234567' }, 'password', 'Please use at least 8 characters'],
    ['a common password', { password: 'Qwertyuiop' }, 'password', 'This password is too common. Please choose another'],
    ['the email for a password', { password: 'MEERA@example.org' }, 'password', 'The password must not be the email address'],
    ['the phone for a password', { password: '0091-98765 43210' }, 'password', 'The password must not be the phone number'],
    ['a day that there is not', { terminationDate: '2026-02-29' }, 'terminationDate', 'Please enter a date'],
    ['a seat that there is not', { seatNumber: '39' }, 'seatNumber', 'Seat number must be from 1 to 38'],
    ['a seat without a slot', { slot: null }, 'slot', 'Please choose a shift for this seat'],
    ['what is no phone number', { phone: 'call me' }, 'phone', 'Please enter a phone number'],
  ] as const
  test.each(wrong)('for %s', async (_, change, field, message) => {
    const { clerk, add, audit } = await givenDesk()
    const id = await add('student', meera)
    const refused = await clerk.put(`/user/${id}`, change)
    expect([...refusal(refused), refused.body.fields]).toEqual([400, message, { [field]: message }])
    expect(await audit()).toEqual([])
  })

  test.each([
    { name: null },
    { name: ['x'] },
    { email: 5 },
    { password: 12345678 },
    { role: null },
    { dob: 5 },
    { phone: 5 },
    { slot: [] },
    { removePicture: 'x' },
  ])('for another type: %j', async (change) => {
    const { clerk, add } = await givenDesk()
    const id = await add('student', meera)
    expect((await clerk.put(`/user/${id}`, change)).status).toBe(400)
  })

  test("for someone else's email, in any case, and the whole change with it", async () => {
    const { clerk, add, audit } = await givenDesk()
    const id = await add('student', meera)
    await add('student', { email: 'asha@example.org' })
    const refused = await clerk.put(`/user/${id}`, { name: 'Other', email: 'ASHA@example.org' })
    expect([refused.status, refused.body.fields]).toEqual([409, { email: 'This email address is already in use' }])
    expect((await clerk.get(`/user/profile/${id}`)).body.name).toBe('Meera Iyer')
    expect(await audit()).toEqual([])
    expect((await clerk.put(`/user/${id}`, { email: 'MEERA@example.org' })).body.email).toBe('MEERA@example.org')
  })
})
