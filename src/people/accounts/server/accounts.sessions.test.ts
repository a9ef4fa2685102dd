import { describe, expect, test } from 'vitest'
import { sweepSessions } from '#server/sessions/sessions.ts'
import { type Given, given } from '#server/testing/given.ts'
import { givenAccount, rightPassword } from '#server/testing/people.ts'

const DAY = 86_400
const email = 'meera@example.org'
const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

const signIn = async (app: Given, password = rightPassword, userAgent = 'curl/8') => {
  const { status, body } = await app.anyone().post('/auth/login', { email, password }, { headers: { 'user-agent': userAgent } })
  expect(status).toBe(200)
  return app.withToken(body.token as string)
}

const givenMeera = async () => {
  const app = await given()
  const { _id } = await givenAccount(app, { email })
  return { app, _id }
}

describe('one’s own sessions', () => {
  test('are listed newest first, with the current one marked and no token', async () => {
    const { app } = await givenMeera()
    const first = await signIn(app, rightPassword, phone)
    const second = await signIn(app)
    await app.as('student')
    const { status, body } = await second.get('/auth/sessions')
    expect(status).toBe(200)
    const seen = body.items.map(({ device, isCurrent }: { device: string; isCurrent: boolean }) => [device, isCurrent])
    expect(seen).toEqual([
      ['', true],
      ['Chrome, Android', false],
    ])
    expect(Object.keys(body.items[0]).sort()).toEqual(['_id', 'createdAt', 'device', 'isCurrent', 'lastUsedAt'])
    expect((await first.get('/auth/sessions')).body.items.map((item: { isCurrent: boolean }) => item.isCurrent)).toEqual([false, true])
  })

  test('come in pages', async () => {
    const { app } = await givenMeera()
    for (let time = 0; time < 5; time++) await signIn(app)
    const me = await signIn(app)
    const ids: string[] = []
    let cursor = ''
    for (let page = 0; page < 3; page++) {
      const { body } = await me.get(`/auth/sessions?limit=2${cursor && `&cursor=${cursor}`}`)
      ids.push(...body.items.map(({ _id }: { _id: string }) => _id))
      cursor = body.nextCursor
    }
    expect([new Set(ids).size, cursor]).toEqual([6, null])
  })

  test('can be ended one by one, with immediate effect', async () => {
    const { app } = await givenMeera()
    const other = await signIn(app)
    const me = await signIn(app)
    const [, { _id }] = (await me.get('/auth/sessions')).body.items
    expect((await me.del(`/auth/sessions/${_id}`)).status).toBe(204)
    expect((await other.get('/auth/me')).status).toBe(401)
    expect((await me.get('/auth/sessions')).body.items).toHaveLength(1)
    expect((await me.del(`/auth/sessions/${_id}`)).status).toBe(404)
  })

  test('are private: the session of another person is not found and is not ended', async () => {
    const { app } = await givenMeera()
    const [me, someone] = [await signIn(app), await app.as('student')]
    expect((await me.del(`/auth/sessions/${someone.sessionId}`)).status).toBe(404)
    const superadmin = await app.as('superadmin')
    expect((await superadmin.del(`/auth/sessions/${someone.sessionId}`)).status).toBe(404)
    expect((await someone.get('/auth/me')).status).toBe(200)
  })

  test('can all be ended except the current one', async () => {
    const { app } = await givenMeera()
    const others = [await signIn(app), await signIn(app)]
    const [me, someone] = [await signIn(app), await app.as('student')]
    expect((await me.del('/auth/sessions')).status).toBe(204)
    for (const other of others) expect((await other.get('/auth/me')).status).toBe(401)
    for (const alive of [me, someone]) expect((await alive.get('/auth/me')).status).toBe(200)
  })
})

test('a session that is left of a deleted person opens nothing', async () => {
  const { app, _id } = await givenMeera()
  const me = await signIn(app)
  expect((await me.get('/category')).status).toBe(200)
  await app.db.updateTable('users').set({ deletedAt: '2026-01-01T00:00:00.000Z' }).where('id', '=', _id).execute()
  expect((await me.get('/category')).status).toBe(401)
})

describe('changing the own password', () => {
  const next = 'नया पासवर्ड, और लंबा'

  test('keeps this session, ends all others, and accepts only the new password', async () => {
    const { app } = await givenMeera()
    const other = await signIn(app)
    const [me, someone] = [await signIn(app), await app.as('student')]
    expect((await me.post('/auth/password', { current: rightPassword, next })).status).toBe(204)
    expect((await other.get('/auth/me')).status).toBe(401)
    for (const alive of [me, someone]) expect((await alive.get('/auth/me')).status).toBe(200)
    expect((await app.anyone().post('/auth/login', { email, password: rightPassword })).status).toBe(401)
    await signIn(app, next)
  })

  test('with a wrong current one changes nothing, and reports the field', async () => {
    const { app } = await givenMeera()
    const [other, me] = [await signIn(app), await signIn(app)]
    const { status, body } = await me.post('/auth/password', { current: 'not the password', next })
    expect(status).toBe(400)
    expect(body).toEqual({
      code: 'accounts.wrong_current',
      message: 'The current password is incorrect',
      fields: { current: 'The current password is incorrect' },
    })
    expect((await other.get('/auth/me')).status).toBe(200)
    await signIn(app)
  })

  test('writes an audit entry with the person and without a password', async () => {
    const { app, _id } = await givenMeera()
    const me = await signIn(app)
    await me.post('/auth/password', { current: rightPassword, next })
    const entries = await app.db.selectFrom('audit').selectAll().execute()
    expect(entries).toMatchObject([{ action: 'accounts.changePassword', actorId: _id, actorName: 'A student', targetId: _id }])
    expect(JSON.stringify(entries)).not.toMatch(/argon2|correct horse|नया/)
  })

  test('twice at once with the same old one happens once', async () => {
    const { app } = await givenMeera()
    const me = await signIn(app)
    const both = ['the first of two', 'the second of two']
    const answers = await Promise.all(both.map((next) => me.post('/auth/password', { current: rightPassword, next })))
    const won = both.filter((_, at) => answers[at]?.status === 204)
    expect(won).toHaveLength(1)
    await signIn(app, won[0])
  })

  test.each([
    ['seven characters', '1234567', 'Please use at least 8 characters'],
    ['none', '', 'Password is required'],
    ['blanks alone', ' \t '.repeat(3), 'Password is required'],
    ['129 characters', 'x'.repeat(129), 'Please use at most 128 characters'],
    ['the email address', 'Meera@EXAMPLE.org', 'The password must not be the email address'],
    ['one of the commonest', 'Password123', 'This password is too common. Please choose another'],
    ['with NUL', 'long enough\0', 'This password contains characters that cannot be used'],
    ['with half a character', 'long enough \uD800', 'This password contains characters that cannot be used'],
  ])('rejects a new one of %s', async (_, next, message) => {
    const { app } = await givenMeera()
    const me = await signIn(app)
    const { status, body } = await me.post('/auth/password', { current: rightPassword, next })
    expect(status).toBe(400)
    expect(body).toMatchObject({ message, fields: { next: message } })
    await signIn(app)
  })

  test.each(['8 chars!', 'x'.repeat(128), '  ends with spaces  '])('accepts %j unchanged', async (next) => {
    const { app } = await givenMeera()
    expect((await (await signIn(app)).post('/auth/password', { current: rightPassword, next })).status).toBe(204)
    await signIn(app, next)
  })

  test('hashes the new one with argon2id, 19 MiB, two passes', async () => {
    const { app } = await givenMeera()
    await (await signIn(app)).post('/auth/password', { current: rightPassword, next })
    const { passwordHash } = await app.db.selectFrom('users').select('passwordHash').executeTakeFirstOrThrow()
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('an unused session', () => {
  test('ends after SESSION_DAYS, which every use restarts', async () => {
    const app = await given({ sessionDays: 2 })
    app.setNow('2026-11-01T00:00:00.000Z')
    const me = await app.as('student')
    for (let time = 0; time < 3; time++) {
      app.advance(2 * DAY - 1)
      expect((await me.get('/auth/me')).status).toBe(200)
    }
    app.advance(2 * DAY)
    expect((await me.get('/auth/me')).status).toBe(401)
  })

  test('is no longer listed, and is deleted by the sweep, while valid sessions stay', async () => {
    const app = await given({ sessionDays: 1 })
    app.setNow('2026-11-01T00:00:00.000Z')
    await givenAccount(app, { email })
    await signIn(app)
    app.advance(DAY - 1)
    const me = await signIn(app)
    app.advance(1)
    expect((await me.get('/auth/sessions')).body.items).toHaveLength(1)
    await sweepSessions(app.platform)
    expect(await app.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
    expect((await me.get('/auth/me')).status).toBe(200)
  })
})
