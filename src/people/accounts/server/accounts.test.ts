import { hash } from 'node:crypto'
import argon2 from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '#people/users/server/users.passwords.service.ts'
import { setPassword } from '#people/users/server/users.service.ts'
import { features } from '#server/features.ts'
import { endSessionsOf } from '#server/sessions/sessions.ts'
import { type Given, given } from '#server/testing/given.ts'
import { watchVerify } from '#server/testing/passwords.ts'
import { givenAccount, rightPassword } from '#server/testing/people.ts'

const meera = { name: 'Meera Iyer', email: 'Meera@Example.org' }

const givenMeera = async (account: Parameters<typeof givenAccount>[1] = {}) => {
  const app = await given()
  const { _id } = await givenAccount(app, { ...meera, ...account })
  return { app, _id, signIn: (email: unknown, password: unknown) => app.anyone().post('/auth/login', { email, password }) }
}

const sessionsIn = async ({ db }: Given): Promise<number> => (await db.selectFrom('sessions').select('id').execute()).length

describe('signing in', () => {
  test('returns a token and the user, and nothing secret', async () => {
    const { app, _id, signIn } = await givenMeera({ role: 'manager' })
    const { status, body } = await signIn(meera.email, rightPassword)
    expect(status).toBe(200)
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        _id,
        ...meera,
        role: 'manager',
        terminationDate: null,
        dob: null,
        dateJoinedLibrary: null,
        slot: null,
        seatNumber: null,
        phone: null,
        monthlyFee: null,
        profilePictureUrl: null,
        createdAt: expect.any(String),
        conversations: [{ _id: 'announcement' }, { _id: 'general' }],
        timeZone: 'Asia/Kolkata',
      },
    })
    for (const authorization of [body.token, `Bearer ${body.token}`])
      expect((await app.anyone().get('/auth/me', { headers: { authorization } })).body).toEqual(body.user)
    const [stored] = await app.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(body.token)
  })

  test('creates a token of 256 random bits, stores only its SHA-256, and sets no cookie', async () => {
    const { app, signIn } = await givenMeera()
    const answers: Awaited<ReturnType<typeof signIn>>[] = []
    for (let time = 0; time < 64; time++) answers.push(await signIn(meera.email, rightPassword))
    const tokens = answers.map(({ body }) => String(body.token))
    const bits = tokens.map((token) => [...Buffer.from(token, 'base64url')].map((byte) => byte.toString(2).padStart(8, '0')).join(''))
    expect(new Set(bits.map(({ length }) => length))).toEqual(new Set([256]))
    // A bit that is the same in 64 tokens is not random.
    expect([...'x'.repeat(256)].flatMap((_, at) => (new Set(bits.map((one) => one[at])).size === 1 ? [at] : []))).toEqual([])
    const stored = await app.db.selectFrom('sessions').select('tokenHash').orderBy('id').execute()
    expect(stored.map(({ tokenHash }) => tokenHash)).toEqual(tokens.map((token) => hash('sha256', token)))
    expect(answers.filter(({ headers }) => headers['set-cookie'] !== undefined)).toEqual([])
  })

  test.each(['meera@example.org', 'MEERA@EXAMPLE.ORG', '  Meera@example.ORG\n'])('accepts %j as the same address', async (email) => {
    const { signIn } = await givenMeera()
    expect((await signIn(email, rightPassword)).status).toBe(200)
  })

  test('returns the same error for a wrong password and an unknown account', async () => {
    const { app, signIn } = await givenMeera()
    const wrong = await signIn(meera.email, 'not the password')
    const unknown = await signIn('nobody@example.org', 'not the password')
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual({ message: 'Incorrect email or password', code: 'accounts.wrong_sign_in' })
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
    expect(await sessionsIn(app)).toBe(0)
  })

  test('does the same work for an unknown account as for a known one', async () => {
    const { signIn } = await givenMeera({ password: 'whatever this is' })
    const real = (await hashPassword('something')).split('$').slice(0, 4)
    expect(real).toEqual(['', 'argon2id', 'v=19', 'm=19456,t=2,p=1'])
    const verify = watchVerify()
    await signIn(meera.email, 'not the password')
    expect(verify).toHaveBeenCalledTimes(1)
    await signIn('nobody@example.org', 'not the password')
    expect(verify).toHaveBeenCalledTimes(2)
    expect(String(verify.mock.lastCall?.[0]).split('$').slice(0, 4)).toEqual(real)
  })

  test('fails with the password that unknown accounts are checked against', async () => {
    const { signIn } = await givenMeera()
    expect((await signIn('nobody@example.org', 'nobody has this password')).status).toBe(401)
    expect(await verifyPassword(undefined, 'nobody has this password')).toBe(false)
  })

  test.each([
    ['trimmed', '  spaces belong to it  ', 'spaces belong to it'],
    ['cut', 'x'.repeat(128), 'x'.repeat(127)],
    ['cut after 72 bytes', `${'x'.repeat(72)}one`, `${'x'.repeat(72)}two`],
    ['compared without case', 'Correct Horse', 'correct horse'],
  ])('rejects a password that is %s', async (_, password, other) => {
    const { signIn } = await givenMeera({ password })
    expect((await signIn(meera.email, other)).status).toBe(401)
    expect((await signIn(meera.email, password)).status).toBe(200)
  })

  test.each(['पासवर्ड १२३', '😀😀😀😀', '\u0001 tab\t"\\'])('accepts the password %j', async (password) => {
    const { signIn } = await givenMeera({ password })
    expect((await signIn(meera.email, password)).status).toBe(200)
  })

  test.each([
    ['an empty email', '', rightPassword, 'email', 'Email is required'],
    ['a blank email', '   ', rightPassword, 'email', 'Email is required'],
    ['no email', undefined, rightPassword, 'email', 'Email is required'],
    ['something that is no email', 'meera', rightPassword, 'email', 'Please enter a valid email address'],
    ['an empty password', 'meera@example.org', '', 'password', 'Password is required'],
    ['no password', 'meera@example.org', undefined, 'password', 'Password is required'],
    ['a list for a password', 'meera@example.org', [rightPassword], 'password', 'Password is required'],
    ['an endless password', 'meera@example.org', 'x'.repeat(1_001), 'password', 'This password is too long'],
  ])('with %s is rejected before any lookup', async (_, email, password, field, message) => {
    const { signIn } = await givenMeera()
    const { status, body } = await signIn(email, password)
    expect(status).toBe(400)
    expect(body).toMatchObject({ message, fields: { [field]: message } })
  })

  test.each(['\uD800 half a pair', 'a\0b'])('with characters that no password has fails without a server error: %j', async (password) => {
    const { signIn } = await givenMeera()
    expect((await signIn(meera.email, password)).status).toBe(401)
  })

  test('treats a deleted account as unknown', async () => {
    const { signIn } = await givenMeera({ deletedAt: '2026-01-01T00:00:00.000Z' })
    expect((await signIn(meera.email, rightPassword)).status).toBe(401)
  })

  test('with an old password does not outlive its change, even if both happen at once', async () => {
    const { app, _id, signIn } = await givenMeera()
    const superadmin = await app.as('superadmin')
    const { verify } = argon2
    watchVerify().mockImplementationOnce(async (...given) => {
      // The call declares the tables that the two other writes change, as another process could.
      await superadmin.put(`/user/${_id}`, { name: 'Meera Iyer' })
      await setPassword(app.db, _id, 'another hash')
      await endSessionsOf(app, app.db, _id)
      return verify(...given)
    })
    expect((await signIn(meera.email, rightPassword)).status).toBe(401)
    // The session of the superadmin.
    expect(await sessionsIn(app)).toBe(1)
  })
})

describe('an expired account', () => {
  const expired = {
    expired: true,
    code: 'expired',
    message: expect.stringMatching(/^Your account has expired/),
  }

  test('gets this error only after the right password', async () => {
    const { app, _id, signIn } = await givenMeera({ terminationDate: '2026-11-21' })
    app.setNow('2026-11-22T06:00:00.000Z')
    const wrong = await signIn(meera.email, 'not the password')
    expect([wrong.status, wrong.body.expired]).toEqual([401, undefined])
    const right = await signIn(meera.email, rightPassword)
    expect(right.status).toBe(403)
    expect(right.body).toEqual({ ...expired, params: { userId: _id, name: meera.name, endedOn: '2026-11-21', owed: 0 } })
    expect(await sessionsIn(app)).toBe(0)
  })

  test.each([
    ['a minute before midnight', '2026-11-21T18:29:00.000Z', 200],
    ['in the last millisecond', '2026-11-21T18:29:59.999Z', 200],
    ['at midnight', '2026-11-21T18:30:00.000Z', 403],
    ['a minute after midnight', '2026-11-21T18:31:00.000Z', 403],
  ])('works until the end of its last day in India: %s', async (_, instant, status) => {
    const { app, signIn } = await givenMeera({ terminationDate: '2026-11-21' })
    app.setNow('2026-11-21T10:00:00.000Z')
    const student = await app.as('student', { terminationDate: '2026-11-21' })
    app.setNow(instant)
    expect((await signIn(meera.email, rightPassword)).status).toBe(status)
    expect((await student.get('/auth/me')).status).toBe(status)
  })

  test('gets this error on every call that requires a caller', async () => {
    const app = await given()
    app.setNow('2026-11-21T10:00:00.000Z')
    const { token } = await app.as('student', { terminationDate: '2026-11-21' })
    app.setNow('2026-11-21T18:30:00.000Z')
    const calls = Object.values(features).flatMap(({ api }) => Object.values(api))
    const asking = calls.filter(({ access, stream }) => access !== 'anyone' || stream)
    expect(asking.length).toBeGreaterThan(15)
    for (const { method, path } of asking) {
      const url = `/api${path.replace(':id', 'some-id')}`
      const answer = await app.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
      expect([method, url, answer.statusCode, answer.json()]).toEqual([method, url, 403, expired])
    }
  })
})

describe('signing out', () => {
  test('ends this session at once, and no other', async () => {
    const { app, signIn } = await givenMeera()
    const [here, there] = [await signIn(meera.email, rightPassword), await signIn(meera.email, rightPassword)]
    const me = app.withToken(here.body.token)
    expect((await me.post('/auth/logout')).status).toBe(204)
    const after = await me.get('/auth/me')
    expect([after.status, after.body]).toEqual([401, { message: 'Please sign in.', code: 'not_signed_in' }])
    expect((await me.post('/auth/logout')).status).toBe(401)
    expect((await app.withToken(there.body.token).get('/auth/me')).status).toBe(200)
  })

  test('still lets a browser sign in that sends the dead token', async () => {
    const { app, signIn } = await givenMeera()
    const { token } = (await signIn(meera.email, rightPassword)).body
    await app.withToken(token).post('/auth/logout')
    const again = await app.withToken(token).post('/auth/login', { email: meera.email, password: rightPassword })
    expect(again.status).toBe(200)
    expect(again.body.token).not.toBe(token)
  })
})

test.each([
  '',
  'Bearer ',
  'Bearer null',
  'Basic abc',
  `bearer ${'x'.repeat(43)}`,
  'x'.repeat(43),
  `Bearer  ${'x'.repeat(43)}`,
  'x'.repeat(5_000),
])('recognizes nobody by the token %j', async (authorization) => {
  const app = await given()
  expect((await app.anyone().get('/auth/me', { headers: { authorization } })).status).toBe(401)
})
