import { describe, expect, test } from 'vitest'
import { resetLink } from '#server/features.ts'
import { given } from '#server/testing/given.ts'
import { watchVerify } from '#server/testing/passwords.ts'
import { givenAccount, newAccount, rightPassword } from '#server/testing/people.ts'

const number = '98206 28374'
const wrongPassword = 'not the password'

/** A hall with accounts, on 21 November. */
const givenHall = async () => {
  const app = await given()
  app.setNow('2026-11-21T10:00:00.000Z')
  const signIn = (email: unknown, password: unknown = rightPassword) => app.anyone().post('/auth/login', { email, password })
  const add = (account: Parameters<typeof givenAccount>[1]) => givenAccount(app, { email: null, phone: number, ...account })
  return { app, signIn, add }
}

describe('signing in by mobile number', () => {
  test.each([
    '9820628374',
    '98206 28374',
    '  98206-28374\n',
    '+91 98206 28374',
    '+919820628374',
    '0091 98206 28374',
    '098206 28374',
    '0098206 28374',
    '(+91) 98206.28374',
    '[91] 98206 28374',
    '९८२०६ २८३७४',
    '\u202a+91 98206 28374\u202c',
  ])('accepts %j, in whatever spelling the number was saved', async (typed) => {
    const { signIn, add } = await givenHall()
    const { _id } = await add({ phone: '+91-98206 28374' })
    const { status, body } = await signIn(typed)
    expect([status, body.user]).toEqual([200, expect.objectContaining({ _id, email: null, phone: '+91-98206 28374' })])
  })

  test('works in addition to the email of the same account, for every role', async () => {
    const { signIn, add } = await givenHall()
    const roles = ['student', 'manager', 'admin', 'superadmin'] as const
    for (const [at, role] of roles.entries()) {
      const { _id } = await add({ role, email: `${role}@example.org`, phone: `982062837${at}` })
      for (const name of [`${role}@example.org`, `+91 982062837${at}`]) expect((await signIn(name)).body.user._id).toBe(_id)
    }
  })

  test('accepts a foreign number with its country code', async () => {
    const { signIn, add } = await givenHall()
    await add({ phone: '+977 980 1234567' })
    expect((await signIn('+9779801234567')).status).toBe(200)
    expect((await signIn('00977 980-1234567')).status).toBe(200)
  })

  test.each([
    ['a number that nobody has', '98206 28375'],
    ['an email that nobody has', 'nobody@example.org'],
    ['a number with a wrong password', number],
  ])('replies with the same error after the same work for %s', async (_, name) => {
    const { app, signIn, add } = await givenHall()
    await add({ password: 'some other password' })
    const verify = watchVerify()
    const { status, body } = await signIn(name)
    expect([status, body]).toEqual([401, { message: 'Incorrect email or password', code: 'accounts.wrong_sign_in' }])
    expect(verify).toHaveBeenCalledTimes(1)
    expect(await app.db.selectFrom('sessions').select('id').execute()).toEqual([])
  })

  test.each([2, 3, 12])('replies with the same error after the same work for a number that %i accounts have', async (count) => {
    const { signIn, add } = await givenHall()
    for (let at = 0; at < count; at++) await add({ phone: at % 2 ? '+91 98206-28374' : '098206 28374', email: `sibling${at}@example.org` })
    const verify = watchVerify()
    const { status, body } = await signIn(number)
    expect([status, body]).toEqual([401, { message: 'Incorrect email or password', code: 'accounts.wrong_sign_in' }])
    expect(verify).toHaveBeenCalledTimes(1)
    // The verified hash belongs to nobody: as expensive as a real one.
    expect(String(verify.mock.lastCall?.[0])).toContain('m=19456')
    expect((await signIn('sibling0@example.org')).status).toBe(200)
  })

  test.each([
    ['what is neither', 'meera', 'Please enter a valid email address'],
    ['an email with a space', 'meera @example.org', 'Please enter a valid email address'],
    ['a number that is too short', '98206 2837', 'Please enter a mobile number of ten digits'],
    ['a number that is too long', '98206 283741', 'Please enter a mobile number of ten digits'],
    ['a number of a landline', '022 2345 6789', 'Please enter a mobile number of ten digits'],
    ['nothing', '', 'Email is required'],
    ['blanks', ' \t ', 'Email is required'],
    ['null', null, 'Email is required'],
    ['a number of JSON', 9820628374, 'Email is required'],
  ])('rejects %s before any lookup', async (_, name, message) => {
    const { signIn } = await givenHall()
    const verify = watchVerify()
    const { status, body } = await signIn(name)
    expect([status, body.message, body.fields]).toEqual([400, message, { email: message }])
    expect(verify).not.toHaveBeenCalled()
  })

  test('reveals that an account has expired only after the right password', async () => {
    const { signIn, add } = await givenHall()
    await add({ terminationDate: '2026-11-20' })
    const wrong = await signIn(number, wrongPassword)
    expect([wrong.status, wrong.body.expired]).toEqual([401, undefined])
    const right = await signIn(number)
    expect([right.status, right.body.expired]).toEqual([403, true])
  })

  test('signs in to the one valid account with the number, until there is a second one', async () => {
    const { app, signIn, add } = await givenHall()
    await add({ terminationDate: '2026-11-20' })
    await add({ terminationDate: '2026-11-19' })
    expect((await signIn(number)).status).toBe(401)
    const { _id } = await add({ terminationDate: '2026-11-21' })
    await add({ deletedAt: '2026-11-01T00:00:00.000Z' })
    expect((await signIn(number)).body.user._id).toBe(_id)
    const superadmin = await app.as('superadmin')
    const endless = newAccount('student')
    await app.db.insertInto('users').values(endless).execute()
    expect((await superadmin.put(`/user/${endless.id}`, { phone: '098206 28374' })).status).toBe(200)
    expect((await signIn(number)).status).toBe(401)
    expect((await superadmin.put(`/user/${endless.id}`, { terminationDate: '2026-11-20' })).status).toBe(200)
    expect((await signIn(number)).body.user._id).toBe(_id)
  })

  test('with an old password does not outlive its change', async () => {
    const { app, signIn, add } = await givenHall()
    const { _id } = await add({})
    const superadmin = await app.as('superadmin')
    expect((await superadmin.put(`/user/${_id}`, { password: 'another good one' })).status).toBe(200)
    expect((await signIn(number)).status).toBe(401)
    expect((await signIn(number, 'another good one')).status).toBe(200)
  })

  test('ends for both of two accounts that receive the same number at once', async () => {
    const { app, signIn } = await givenHall()
    const clerks = await Promise.all([app.as('superadmin'), app.as('manager')])
    const made = await Promise.all(
      clerks.map((clerk, at) =>
        clerk.post('/user', { name: `Sibling ${at}`, phone: number, password: `good password ${at}`, role: 'student' }),
      ),
    )
    expect(made.map(({ status }) => status)).toEqual([201, 201])
    for (const at of [0, 1]) expect((await signIn(number, `good password ${at}`)).status).toBe(401)
  })

  test('works for neither account at any moment while two accounts exchange their numbers', async () => {
    const { app, signIn, add } = await givenHall()
    const [one, two] = [await add({ phone: '98206 00001' }), await add({ phone: '98206 00002', password: 'the other password' })]
    const superadmin = await app.as('superadmin')
    const phoneTo = (id: string, phone: string) => superadmin.put(`/user/${id}`, { phone })
    await Promise.all([phoneTo(one._id, '98206 00002'), phoneTo(two._id, '98206 00001')])
    expect((await signIn('98206 00001')).status).toBe(401)
    expect((await signIn('98206 00002')).body.user._id).toBe(one._id)
    expect((await signIn('98206 00001', 'the other password')).body.user._id).toBe(two._id)
  })
})

describe('a reset link from the command line', () => {
  test('is made for a mobile number in any spelling', async () => {
    const { app, signIn, add } = await givenHall()
    await add({})
    const key = (await resetLink(app.platform, '+91 98206-28374'))?.split('#key=')[1]
    expect((await app.anyone().post('/auth/reset', { key, password: '98206-28374' })).body.fields).toEqual({
      password: 'The password must not be the phone number',
    })
    expect((await app.anyone().post('/auth/reset', { key, password: 'another good one' })).status).toBe(204)
    expect((await signIn(number, 'another good one')).status).toBe(200)
  })

  test('is not made if several people have the number', async () => {
    const { app, add } = await givenHall()
    for (const email of ['a@example.org', 'b@example.org']) await add({ email })
    expect(await resetLink(app.platform, number)).toBeUndefined()
    expect(await resetLink(app.platform, 'a@example.org')).toBeDefined()
  })
})

test('changes one’s own password without an email, but not to the phone number', async () => {
  const { app, signIn, add } = await givenHall()
  await add({})
  const me = app.withToken((await signIn(number)).body.token)
  expect((await me.get('/auth/me')).body.email).toBeNull()
  const same = await me.post('/auth/password', { current: rightPassword, next: '+91 9820628374' })
  expect(same.body.fields).toEqual({ next: 'The password must not be the phone number' })
  expect((await me.post('/auth/password', { current: rightPassword, next: 'another good one' })).status).toBe(204)
})
