import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { given } from '#server/testing/given.ts'
import { asForm, newAccount } from '#server/testing/people.ts'

const password = 'a good long one'
const byPhone = { name: 'Meera Iyer', phone: '98206 28374', password, role: 'student' }

const givenDesk = async (role: Role = 'superadmin') => {
  const app = await given()
  const clerk = await app.as(role)
  const signIn = async (email: string, with_ = password) => (await app.anyone().post('/auth/login', { email, password: with_ })).status
  const foldedOf = async (id: string) =>
    await app.db.selectFrom('users').select(['emailFolded', 'phoneFolded']).where('id', '=', id).executeTakeFirstOrThrow()
  return { app, clerk, signIn, foldedOf }
}

describe('an account without an email', () => {
  test.each([
    ['JSON', byPhone],
    ['JSON with null', { ...byPhone, email: null }],
    ['JSON with a blank', { ...byPhone, email: '  ' }],
    ['a form', asForm(byPhone)],
    ['a form with an empty field', asForm({ ...byPhone, email: '' })],
  ])('is created by %s, returns null, and signs in by phone', async (_, body) => {
    const { clerk, signIn, foldedOf } = await givenDesk('manager')
    const made = await clerk.post('/user', body)
    expect([made.status, made.body.email, made.body.phone]).toEqual([201, null, '98206 28374'])
    expect(await foldedOf(made.body._id)).toEqual({ emailFolded: null, phoneFolded: '919820628374' })
    expect((await clerk.get('/user')).body.items.find(({ _id }: { _id: string }) => _id === made.body._id)).toEqual(made.body)
    expect(await signIn('+91 98206-28374')).toBe(200)
  })

  test.each(['student', 'manager', 'admin', 'superadmin'])('can belong to a %s', async (role) => {
    const { clerk, signIn } = await givenDesk()
    const { status, body } = await clerk.post('/user', { ...byPhone, role })
    expect([status, body]).toEqual([201, expect.objectContaining({ role, email: null, phone: '98206 28374' })])
    expect(await signIn('9820628374')).toBe(200)
  })

  test('can exist next to others without one', async () => {
    const { clerk } = await givenDesk()
    const ids: string[] = []
    for (const phone of ['9820600001', '9820600002', '9820600003']) ids.push((await clerk.post('/user', { ...byPhone, phone })).body._id)
    for (const id of ids) expect((await clerk.put(`/user/${id}`, { name: 'New name' })).status).toBe(200)
  })

  test('accepts itself back whole and unchanged', async () => {
    const { app, clerk } = await givenDesk()
    const { body } = await clerk.post('/user', byPhone)
    const admin = await app.as('admin')
    expect((await admin.put(`/user/${body._id}`, body)).status).toBe(200)
    expect((await clerk.put(`/user/${body._id}`, { ...body, dob: '2004-02-29' })).body).toEqual({ ...body, dob: '2004-02-29' })
  })

  test('reports an invalid email, a missing field next to it, and that neither was given', async () => {
    const { clerk } = await givenDesk()
    const fields = async (change: object) => (await clerk.post('/user', { ...byPhone, ...change })).body.fields
    expect(await fields({ phone: '' })).toEqual({ email: 'Email is required' })
    expect(await fields({ phone: null, email: null, name: '', password: '' })).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      password: 'Password is required',
    })
    expect(await fields({ email: 'x'.repeat(250) })).toEqual({ email: 'Please enter a valid email address' })
    expect(await fields({ email: 5 })).toEqual({ email: 'Email is required' })
  })

  test('is omitted from what others see, and is found by phone', async () => {
    const { app, clerk } = await givenDesk()
    const { _id } = (await clerk.post('/user', byPhone)).body
    const shown = { _id, name: 'Meera Iyer', email: null }
    expect((await clerk.get('/user?search=98206')).body.items).toMatchObject([shown])
    expect((await clerk.get('/notice/users?search=meera')).body.items).toMatchObject([shown])
    expect((await clerk.get('/chat/users/search?q=meera')).body.items).toMatchObject([shown])
    const fee = await clerk.post('/user/fees', { studentId: _id, kind: 'other', month: 11, year: 2026, amount: 100 })
    expect(fee.body.student).toMatchObject(shown)
    expect((await clerk.get('/user/fees?search=meera')).body.items[0].student).toMatchObject(shown)
    expect((await clerk.get('/user/fees/export?format=csv')).text).toContain('Meera Iyer,,')
    const student = await app.as('student')
    for (const { email } of (await student.get('/chat/users/search?q=meera')).body.items) expect(email).toBeUndefined()
  })

  test('is deleted with its number, which is free again', async () => {
    const { clerk, signIn } = await givenDesk()
    const { _id } = (await clerk.post('/user', byPhone)).body
    expect((await clerk.del(`/user/${_id}`)).status).toBe(204)
    expect(await signIn('9820628374')).toBe(401)
    await clerk.post('/user', { ...byPhone, password: 'another good one' })
    expect([await signIn('9820628374'), await signIn('9820628374', 'another good one')]).toEqual([401, 200])
  })
})

describe('editing', () => {
  test('removes the email if there is a mobile number, and the phone if there is an email', async () => {
    const { clerk, signIn, foldedOf } = await givenDesk()
    const { _id } = (await clerk.post('/user', { ...byPhone, email: 'Meera@example.org' })).body
    expect((await clerk.put(`/user/${_id}`, { email: '' })).body.email).toBeNull()
    expect(await foldedOf(_id)).toEqual({ emailFolded: null, phoneFolded: '919820628374' })
    expect([await signIn('meera@example.org'), await signIn('9820628374')]).toEqual([401, 200])
    expect((await clerk.put(`/user/${_id}`, { phone: '' })).body.message).toBe('Email is required')
    expect((await clerk.put(`/user/${_id}`, { phone: '', email: 'new@example.org' })).body).toMatchObject({ phone: null })
    expect(await foldedOf(_id)).toEqual({ emailFolded: 'new@example.org', phoneFolded: null })
    expect([await signIn('new@example.org'), await signIn('9820628374')]).toEqual([200, 401])
  })

  test('changes the sign-in with the phone, and keeps its spelling', async () => {
    const { clerk, signIn } = await givenDesk()
    const { _id } = (await clerk.post('/user', byPhone)).body
    expect((await clerk.put(`/user/${_id}`, { phone: '+91-98206 00002' })).body.phone).toBe('+91-98206 00002')
    expect([await signIn('98206 28374'), await signIn('098206 00002')]).toEqual([401, 200])
  })

  test('changes other fields of an account that has neither', async () => {
    const { app, clerk } = await givenDesk()
    const old = newAccount('student', { email: null })
    await app.db.insertInto('users').values(old).execute()
    expect((await clerk.put(`/user/${old.id}`, { name: 'New name', email: null, phone: null })).status).toBe(200)
    expect((await clerk.put(`/user/${old.id}`, { phone: '101' })).status).toBe(400)
  })

  test('lets only superadmins change the phone of a manager', async () => {
    const { app, clerk, signIn } = await givenDesk()
    const manager = await app.as('manager', { phone: null })
    expect((await clerk.put(`/user/${manager._id}`, { phone: '98206 28374', password })).body.phone).toBe('98206 28374')
    expect(await signIn('98206 28374')).toBe(200)
    const admin = await app.as('admin')
    expect((await admin.put(`/user/${manager._id}`, { phone: '98206 00001' })).status).toBe(403)
  })
})

describe('a password', () => {
  test.each(['9820628374', '98206 28374', '+919820628374', '098206-28374'])('is not the phone number, as in %s', async (same) => {
    const { clerk } = await givenDesk()
    const { status, body } = await clerk.post('/user', { ...byPhone, password: same })
    expect([status, body.fields]).toEqual([400, { password: 'The password must not be the phone number' }])
  })

  test('is not a phone number in any other spelling, but may contain one', async () => {
    const { clerk } = await givenDesk()
    const other = { ...byPhone, email: 'm@example.org', phone: '022 2345 6789' }
    expect((await clerk.post('/user', { ...other, password: '02223456789' })).body.fields).toHaveProperty('password')
    expect((await clerk.post('/user', { ...byPhone, password: 'x9820628374' })).status).toBe(201)
  })
})

test('accepts a phone that others have', async () => {
  const { clerk, signIn } = await givenDesk('manager')
  for (const name of ['Asha', 'Bela']) expect((await clerk.post('/user', { ...byPhone, name })).status).toBe(201)
  expect(await signIn('98206 28374')).toBe(401)
})
