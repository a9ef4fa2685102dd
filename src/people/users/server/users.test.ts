import { describe, expect, test } from 'vitest'
import { type Role, roles } from '#contract/actor.ts'
import { given } from '#server/testing/given.ts'
import { asForm } from '#server/testing/people.ts'

const person = (change: object = {}) => ({
  name: 'Meera Iyer',
  email: 'meera@example.org',
  password: 'a good long one',
  role: 'student',
  ...change,
})

const givenDesk = async (role: Role = 'superadmin') => {
  const app = await given()
  const clerk = await app.as(role)
  const kept = async () => (await app.db.selectFrom('users').select('id').where('id', '!=', clerk._id).execute()).length
  return { app, clerk, kept }
}

const student = {
  dob: '2004-02-29',
  dateJoinedLibrary: '2026-11-01',
  slot: 'morning',
  seatNumber: 7,
  phone: '+91 98765 43210',
  terminationDate: '2099-12-31',
}

describe('creating', () => {
  test.each([
    ['JSON', (fields: object) => fields],
    ['a form', asForm],
  ])('as %s returns the person as stored, who can sign in', async (_, body) => {
    const { app, clerk } = await givenDesk('manager')
    const { status, body: made } = await clerk.post(
      '/user',
      body(person({ name: '  मीरा अय्यर ', email: ' Meera@Example.org ', ...student })),
    )
    expect(status).toBe(201)
    const shown = { name: 'मीरा अय्यर', email: 'Meera@Example.org', role: 'student', ...student, monthlyFee: null, profilePictureUrl: null }
    expect(made).toEqual({ _id: expect.any(String), ...shown, createdAt: expect.any(String) })
    expect((await clerk.get('/user')).body.items[0]).toEqual(made)
    const signedIn = await app.anyone().post('/auth/login', { email: 'meera@example.org', password: 'a good long one' })
    expect(signedIn.body.user).toMatchObject(made)
  })

  test('treats an empty text in JSON as missing, as forms send it', async () => {
    const { app, clerk } = await givenDesk()
    const blank = { terminationDate: '', dob: '', dateJoinedLibrary: '', slot: '', seatNumber: '', phone: '' }
    const none = { terminationDate: null, dob: null, dateJoinedLibrary: null, slot: null, seatNumber: null, phone: null }
    for (const [at, fields] of [blank, none, {}].entries())
      expect((await clerk.post('/user', person({ ...fields, email: `m${at}@example.org` }))).body).toMatchObject(none)
    expect(await app.db.selectFrom('seats').selectAll().execute()).toEqual([])
  })

  test.each([
    ['manager', 'manager', 'Managers can only create student accounts'],
    ['manager', 'admin', 'Only superadmins can create admin accounts'],
    ['manager', 'superadmin', 'Only superadmins can create admin accounts'],
    ['admin', 'manager', 'Admins can only create student accounts'],
    ['admin', 'admin', 'Only superadmins can create admin accounts'],
    ['admin', 'superadmin', 'Only superadmins can create admin accounts'],
  ] as const)('is refused where a %s makes a %s', async (me, role, message) => {
    const { clerk, kept } = await givenDesk(me)
    const refused = await clerk.post('/user', person({ role }))
    expect([refused.status, refused.body.message]).toEqual([403, message])
    expect(await kept()).toBe(0)
  })

  test.each([
    ['manager', ['student']],
    ['admin', ['student']],
    ['superadmin', roles],
  ] as const)('is for a %s to do: %j', async (me, allowed) => {
    const { clerk } = await givenDesk(me)
    for (const role of allowed) expect((await clerk.post('/user', person({ role, email: `${role}@example.org` }))).body.role).toBe(role)
  })

  test('is not for students and strangers', async () => {
    const { app, clerk, kept } = await givenDesk('student')
    expect((await clerk.post('/user', person())).status).toBe(403)
    expect((await app.anyone().post('/user', person())).status).toBe(401)
    expect(await kept()).toBe(0)
  })

  const missing = [
    ['a name', { name: '' }, 'name', 'Name is required'],
    ['more than blanks for a name', { name: '   ' }, 'name', 'Name is required'],
    ['an email', { email: '' }, 'email', 'Email is required'],
    ['a password', { password: '' }, 'password', 'Password is required'],
    ['a role', { role: '' }, 'role', 'Please choose a role'],
    ['a role that there is', { role: 'owner' }, 'role', 'Please choose a role'],
    ['an email that is one', { email: 'meera' }, 'email', 'Please enter a valid email address'],
    ['a password that is not blanks alone', { password: ' \t '.repeat(3) }, 'password', 'Password is required'],
    ['a longer password', { password: '1234567' }, 'password', 'Please use at least 8 characters'],
    ['a shorter password', { password: 'x'.repeat(129) }, 'password', 'Please use at most 128 characters'],
    ['another password than the email', { password: 'MEERA@example.org' }, 'password', 'The password must not be the email address'],
    ['a rarer password', { password: 'Qwertyuiop' }, 'password', 'This password is too common. Please choose another'],
    ['a shorter name', { name: 'x'.repeat(121) }, 'name', 'Please use at most 120 characters'],
    ['a date that there is', { dob: '2026-02-29' }, 'dob', 'Please enter a date'],
    ['a slot that there is', { slot: 'evening' }, 'slot', 'Please choose a shift'],
    ['a phone number', { phone: 'call me' }, 'phone', 'Please enter a phone number'],
    ['an email, whatever the phone', { email: 'meera', phone: '98206 28374' }, 'email', 'Please enter a valid email address'],
    [
      'a mobile number in place of an email',
      { email: '', phone: '022 2345 6789' },
      'phone',
      'Please enter a mobile number of ten digits, or an email',
    ],
  ] as const

  test.each(missing)('asks for %s', async (_, change, field, message) => {
    const { clerk, kept } = await givenDesk()
    for (const body of [person(change), asForm(person(change))]) {
      const refused = await clerk.post('/user', body)
      expect([refused.status, refused.body.message, refused.body.fields]).toEqual([400, message, { [field]: message }])
    }
    expect(await kept()).toBe(0)
  })

  test('names the first missing field', async () => {
    const { clerk } = await givenDesk()
    const { body } = await clerk.post('/user', {})
    expect(body.message).toBe('Name is required')
    expect(body.fields).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      password: 'Password is required',
      role: 'Please choose a role',
    })
  })

  test.each([
    { name: null },
    { name: ['Meera'] },
    { name: 'a\0b' },
    { name: '\uD800' },
    { email: { a: 1 } },
    { password: 12345678 },
    { role: ['student'] },
  ])('rejects other types and values that cannot be stored: %j', async (change) => {
    const { clerk, kept } = await givenDesk()
    expect((await clerk.post('/user', person(change))).status).toBe(400)
    expect(await kept()).toBe(0)
  })

  test('ignores undeclared fields', async () => {
    const { app, clerk } = await givenDesk()
    const forged = {
      _id: 'mine',
      id: 'mine',
      createdAt: '2000-01-01T00:00:00.000Z',
      passwordHash: 'x',
      deletedAt: '2000-01-01T00:00:00.000Z',
    }
    const { body } = await clerk.post('/user', person(forged))
    expect(body._id).not.toBe('mine')
    const row = await app.db.selectFrom('users').selectAll().where('id', '=', body._id).executeTakeFirstOrThrow()
    expect(row.deletedAt).toBeNull()
    expect(row.createdAt > '2026').toBe(true)
    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test.each(['manager', 'admin', 'superadmin'])("keeps none of a student's fields for a %s", async (role) => {
    const { app, clerk } = await givenDesk()
    const { body } = await clerk.post('/user', person({ role, ...student }))
    const none = { dob: null, dateJoinedLibrary: null, slot: null, seatNumber: null }
    expect(body).toMatchObject({ ...none, phone: student.phone, terminationDate: '2099-12-31' })
    expect(await app.db.selectFrom('seats').selectAll().execute()).toEqual([])
  })

  test('writes an audit entry with the person and the fields, and no password', async () => {
    const { app, clerk } = await givenDesk('admin')
    const { body } = await clerk.post('/user', person(student))
    const entries = await app.db.selectFrom('audit').selectAll().execute()
    expect(entries).toMatchObject([{ action: 'users.create', actorId: clerk._id, actorName: 'A admin', targetId: body._id, before: null }])
    const { _id, createdAt, profilePictureUrl, ...shown } = body
    expect(JSON.parse(entries[0]?.after ?? '')).toEqual({ ...shown, profilePicture: null })
    expect(JSON.stringify(entries)).not.toMatch(/argon2|a good long one/)
  })
})

describe('an email address', () => {
  test.each(['meera@example.org', 'MEERA@Example.ORG', '  meera@example.org  '])('belongs to one person: %j', async (email) => {
    const { clerk, kept } = await givenDesk()
    await clerk.post('/user', person())
    const clash = await clerk.post('/user', person({ name: 'Another', email }))
    expect(clash.status).toBe(409)
    expect(clash.body.fields).toEqual({ email: 'This email address is already in use' })
    expect(await kept()).toBe(1)
  })

  test('that two clerks assign at once is assigned once', async () => {
    const { app, clerk, kept } = await givenDesk()
    const other = await app.as('admin')
    const answers = await Promise.all([clerk, other, clerk].map((one) => one.post('/user', person())))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await kept()).toBe(2)
  })
})
