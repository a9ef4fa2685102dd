import { describe, expect, test } from 'vitest'
import { ConfigError } from '#server/config.ts'
import { firstStart, resetLink } from '#server/features.ts'
import { type Given, given } from '#server/testing/given.ts'
import { givenAccount, rightPassword } from '#server/testing/people.ts'

const HOUR = 3_600
const keyIn = (link: string | undefined): string => link?.split('#key=')[1] ?? ''
const meera = { name: ' Meera Iyer ', email: 'meera@example.org', password: 'first of them all' }
const superadmins = ({ db }: Given) => db.selectFrom('users').select(['name', 'email', 'role']).execute()

describe('setting up', () => {
  const givenLink = async () => {
    const app = await given()
    const link = await firstStart(app.platform)
    expect(link).toMatch(/^\/setup#key=[\w-]{43}$/)
    return { app, key: keyIn(link), setup: (body: object) => app.anyone().post('/setup', body) }
  }

  test('creates the first superadmin, signed in, with the key of the link', async () => {
    const { app, key, setup } = await givenLink()
    const { status, body } = await setup({ key, ...meera, role: 'student' })
    expect(status).toBe(201)
    expect(body.user).toMatchObject({ name: 'Meera Iyer', email: 'meera@example.org', role: 'superadmin' })
    expect((await app.withToken(body.token).get('/auth/me')).body).toEqual(body.user)
    expect((await app.anyone().post('/auth/login', { email: meera.email, password: meera.password })).status).toBe(200)
    const entries = await app.db.selectFrom('audit').selectAll().execute()
    expect(entries).toMatchObject([{ action: 'users.create', actorId: null, targetId: body.user._id }])
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`argon2|${meera.password}|${key}`))
  })

  test('names the hall at the same time, if a name is given', async () => {
    const { app, key, setup } = await givenLink()
    expect((await setup({ key, ...meera, systemName: ' ' })).body.fields).toEqual({ systemName: 'System name cannot be empty' })
    expect((await setup({ key, ...meera, systemName: 'Saraswati Hall' })).status).toBe(201)
    expect((await app.anyone().get('/customization')).body.systemName).toBe('Saraswati Hall')
    const { action, actorName } = await app.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect([action, actorName]).toEqual(['customization.updateSystemName', 'Meera Iyer'])
  })

  test('names nothing if it is rejected', async () => {
    const { app, key, setup } = await givenLink()
    await setup({ key, ...meera })
    expect((await setup({ key, ...meera, email: 'other@example.org', systemName: 'Other Hall' })).status).toBe(409)
    expect((await app.anyone().get('/customization')).body.systemName).toBe('Library System')
  })

  test('is over once it is done: the key opens nothing more, and no start prints another', async () => {
    const { app, key, setup } = await givenLink()
    await setup({ key, ...meera })
    const again = await setup({ key, ...meera, email: 'other@example.org' })
    expect([again.status, again.body.message]).toEqual([409, 'This hall is already set up. Please sign in.'])
    expect(await firstStart(app.platform)).toBeUndefined()
    expect(await superadmins(app)).toHaveLength(1)
  })

  test('creates one superadmin if done five times at once', async () => {
    const { app, key, setup } = await givenLink()
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => setup({ key, ...meera, email: `meera${n}@example.org` })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    // Late calls find the key used, or the account created.
    expect(statuses.filter((status) => ![201, 403, 409].includes(status))).toEqual([])
    expect(await superadmins(app)).toHaveLength(1)
    expect(await app.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
  })

  test('is possible for an hour', async () => {
    const app = await given()
    app.setNow('2026-11-21T10:00:00.000Z')
    const key = keyIn(await firstStart(app.platform))
    app.advance(HOUR)
    const late = await app.anyone().post('/setup', { key, ...meera })
    expect([late.status, late.body.code]).toEqual([403, 'accounts.key_invalid'])
    expect(await superadmins(app)).toEqual([])
    app.advance(-1)
    expect((await app.anyone().post('/setup', { key, ...meera })).status).toBe(201)
  })

  test('works only with the link of the last start', async () => {
    const { app, key, setup } = await givenLink()
    const newer = keyIn(await firstStart(app.platform))
    expect((await setup({ key, ...meera })).status).toBe(403)
    expect((await setup({ key: newer, ...meera })).status).toBe(201)
  })

  test('rejects a key that is made up or was made for another purpose', async () => {
    const { app, key, setup } = await givenLink()
    expect((await setup({ key: 'x'.repeat(43), ...meera })).status).toBe(403)
    await app.db.updateTable('oneTimeKeys').set({ purpose: 'reset' }).execute()
    expect((await setup({ key, ...meera })).status).toBe(403)
    expect((await setup({ key: 'short', ...meera })).body.fields).toEqual({ key: 'The link is incomplete' })
    expect(await superadmins(app)).toEqual([])
  })

  test.each([
    ['a name', { name: '  ' }, 'name', 'Name is required'],
    ['an email', { email: '' }, 'email', 'Email is required'],
    ['a password', { password: '' }, 'password', 'Password is required'],
    ['a password that is not blanks alone', { password: ' \t '.repeat(3) }, 'password', 'Password is required'],
    ['a longer password', { password: '1234567' }, 'password', 'Please use at least 8 characters'],
    ['another password than the email', { password: 'MEERA@example.org' }, 'password', 'The password must not be the email address'],
    ['a rarer password', { password: 'password123' }, 'password', 'This password is too common. Please choose another'],
  ])('asks for %s, and the key still works', async (_, change, field, message) => {
    const { key, setup } = await givenLink()
    const refused = await setup({ key, ...meera, ...change })
    expect([refused.status, refused.body.fields]).toEqual([400, { [field]: message }])
    expect((await setup({ key, ...meera })).status).toBe(201)
  })

  test('does not store the key itself', async () => {
    const { app, key } = await givenLink()
    const rows = await app.db.selectFrom('oneTimeKeys').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(key)
  })
})

describe('ADMIN_EMAIL and ADMIN_PASSWORD', () => {
  const firstAdmin = { email: 'first@example.org', password: 'first of them all', name: 'Administrator' }

  test('create the first superadmin on an empty database, and no link', async () => {
    const app = await given({ firstAdmin })
    expect(await firstStart(app.platform)).toBeUndefined()
    expect(await firstStart(app.platform)).toBeUndefined()
    expect(await superadmins(app)).toEqual([{ name: 'Administrator', email: 'first@example.org', role: 'superadmin' }])
  })

  test('change nothing if an account exists', async () => {
    const app = await given({ firstAdmin })
    await givenAccount(app, { email: 'asha@example.org' })
    expect(await firstStart(app.platform)).toBeUndefined()
    expect(await superadmins(app)).toMatchObject([{ email: 'asha@example.org' }])
  })

  test.each([
    [{ email: 'first' }, 'Please enter a valid email address'],
    [{ password: ' '.repeat(9) }, 'Password is required'],
    [{ password: 'short' }, 'Please use at least 8 characters'],
    [{ password: 'password123' }, 'This password is too common. Please choose another'],
  ])('stop the start with one sentence if they are invalid (%j)', async (change, reason) => {
    const app = await given({ firstAdmin: { ...firstAdmin, ...change } })
    const failure = await firstStart(app.platform).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ConfigError)
    expect(String(failure)).toMatch(new RegExp(`cannot be used: ${reason}\\.$`))
    expect(await superadmins(app)).toEqual([])
  })
})

describe('the link for a lost password', () => {
  const givenLink = async () => {
    const app = await given({ publicUrl: 'https://library.example.org' })
    const person = await givenAccount(app, { email: 'meera@example.org' })
    const link = await resetLink(app.platform, ' MEERA@example.org '.trim())
    expect(link).toMatch(/^https:\/\/library\.example\.org\/reset#key=[\w-]{43}$/)
    const reset = (key: string, password: string) => app.anyone().post('/auth/reset', { key, password })
    const signIn = async (password: string) => (await app.anyone().post('/auth/login', { email: person.email, password })).status
    return { app, person, key: keyIn(link), reset, signIn }
  }

  test('sets a new password once, and ends every session of the account and of nobody else', async () => {
    const { app, person, key, reset, signIn } = await givenLink()
    const { token } = (await app.anyone().post('/auth/login', { email: person.email, password: rightPassword })).body
    const someone = await app.as('student')
    expect((await reset(key, 'a new one of mine')).status).toBe(204)
    expect((await app.withToken(token).get('/auth/me')).status).toBe(401)
    expect((await someone.get('/auth/me')).status).toBe(200)
    expect([await signIn(rightPassword), await signIn('a new one of mine')]).toEqual([401, 200])
    const again = await reset(key, 'yet another one')
    expect([again.status, again.body.message]).toEqual([403, 'This link is no longer valid. Please ask for a new one.'])
    expect(await signIn('a new one of mine')).toBe(200)
  })

  test('works once if it is used several times at once', async () => {
    const { key, reset, signIn } = await givenLink()
    const passwords = ['first of them', 'second of them', 'third of them']
    const answers = await Promise.all(passwords.map((password) => reset(key, password)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403, 403])
    expect(await signIn(passwords[answers.findIndex(({ status }) => status === 204)] ?? '')).toBe(200)
  })

  test('works for an hour', async () => {
    const { app, person, reset } = await givenLink()
    app.setNow('2026-11-21T10:00:00.000Z')
    const key = keyIn(await resetLink(app.platform, person.email))
    app.advance(HOUR)
    expect((await reset(key, 'a new one of mine')).status).toBe(403)
    app.advance(-1)
    expect((await reset(key, 'a new one of mine')).status).toBe(204)
  })

  test('replaces the previous one, and keeps those of others', async () => {
    const { app, person, key, reset } = await givenLink()
    await givenAccount(app, { email: 'asha@example.org' })
    const asha = keyIn(await resetLink(app.platform, 'asha@example.org'))
    const newer = keyIn(await resetLink(app.platform, person.email))
    expect((await reset(key, 'a new one of mine')).status).toBe(403)
    expect((await reset(newer, 'a new one of mine')).status).toBe(204)
    expect((await reset(asha, 'a new one of hers')).status).toBe(204)
  })

  test('is not made for anybody without an account', async () => {
    const { app, person } = await givenLink()
    expect(await resetLink(app.platform, person.email)).toBeDefined()
    expect(await resetLink(app.platform, 'nobody@example.org')).toBeUndefined()
    await givenAccount(app, { email: 'gone@example.org', deletedAt: '2026-01-01T00:00:00.000Z' })
    expect(await resetLink(app.platform, 'gone@example.org')).toBeUndefined()
  })

  test.each([
    ['got another role', { role: 'manager' }],
    ['got another password', { password: 'set by the owner' }],
  ])('opens nothing after the person %s', async (_what, change) => {
    const { app, person, key, reset, signIn } = await givenLink()
    const [boss, other] = [await app.as('superadmin'), await givenAccount(app, { email: 'asha@example.org' })]
    const ofOther = keyIn(await resetLink(app.platform, other.email))
    expect((await boss.put(`/user/${person._id}`, change)).status).toBe(200)
    expect((await reset(key, 'a new one of mine')).status).toBe(403)
    expect(await signIn('a new one of mine')).toBe(401)
    expect((await reset(ofOther, 'a new one of hers')).status).toBe(204)
  })

  test('opens nothing after the person has changed the password', async () => {
    const { app, person, key, reset } = await givenLink()
    const { token } = (await app.anyone().post('/auth/login', { email: person.email, password: rightPassword })).body
    expect((await app.withToken(token).post('/auth/password', { current: rightPassword, next: 'changed by myself' })).status).toBe(204)
    expect((await reset(key, 'a new one of mine')).status).toBe(403)
  })

  test('still opens the account after another change of the person', async () => {
    const { app, person, key, reset } = await givenLink()
    const boss = await app.as('superadmin')
    expect((await boss.put(`/user/${person._id}`, { name: 'Meera Rao' })).status).toBe(200)
    expect((await reset(key, 'a new one of mine')).status).toBe(204)
  })

  test('opens nothing after the person was deleted', async () => {
    const { app, person, key, reset } = await givenLink()
    await app.db.updateTable('users').set({ deletedAt: '2026-01-01T00:00:00.000Z' }).where('id', '=', person._id).execute()
    expect((await reset(key, 'a new one of mine')).status).toBe(403)
  })

  test.each([
    [' '.repeat(9), 'Password is required'],
    ['1234567', 'Please use at least 8 characters'],
    ['x'.repeat(129), 'Please use at most 128 characters'],
    ['meera@EXAMPLE.org', 'The password must not be the email address'],
    ['qwertyuiop', 'This password is too common. Please choose another'],
  ])('rejects the password %j, and still works', async (password, message) => {
    const { key, reset } = await givenLink()
    const refused = await reset(key, password)
    expect([refused.status, refused.body.fields]).toEqual([400, { password: message }])
    expect((await reset(key, 'a new one of mine')).status).toBe(204)
  })

  test('writes audit entries for its creation and its use, without password or key', async () => {
    const { app, person, key, reset } = await givenLink()
    await reset(key, 'a new one of mine')
    const entries = await app.db.selectFrom('audit').selectAll().orderBy('id').execute()
    expect(entries).toMatchObject([
      { action: 'accounts.makeResetLink', targetId: person._id, actorId: null },
      { action: 'accounts.resetPassword', targetId: person._id, actorId: null },
    ])
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`argon2|a new one|${key}`))
  })
})

describe('the link that a superadmin makes for someone', () => {
  const givenLink = async () => {
    const app = await given({ publicUrl: 'https://library.example.org' })
    const boss = await app.as('superadmin', { name: 'Meera Iyer' })
    const person = await givenAccount(app, { email: 'asha@example.org' })
    const make = () => boss.post(`/user/${person._id}/reset-link`)
    const reset = async (key: string, password = 'a new one of mine') => (await app.anyone().post('/auth/reset', { key, password })).status
    const signIn = async (password: string) => (await app.anyone().post('/auth/login', { email: person.email, password })).body
    return { app, boss, person, make, reset, signIn }
  }

  test('works once, for an hour, and ends the sessions of that person', async () => {
    const { app, person, make, reset, signIn } = await givenLink()
    app.setNow('2026-11-21T10:00:00.000Z')
    const { token } = await signIn(rightPassword)
    const { status, body, headers } = await make()
    expect([status, body.expiresAt, headers['cache-control']]).toEqual([201, '2026-11-21T11:00:00.000Z', 'no-store'])
    expect(body.link).toMatch(/^https:\/\/library\.example\.org\/reset#key=[\w-]{43}$/)
    expect((await app.withToken(token).get('/auth/me')).status).toBe(200)
    app.advance(HOUR)
    expect(await reset(keyIn(body.link))).toBe(403)
    app.advance(-1)
    expect([await reset(keyIn(body.link)), await reset(keyIn(body.link))]).toEqual([204, 403])
    expect((await app.withToken(token).get('/auth/me')).status).toBe(401)
    expect((await signIn('a new one of mine')).user._id).toBe(person._id)
  })

  test('invalidates all earlier links of that person, no matter who made them, and no others', async () => {
    const { app, boss, person, make, reset } = await givenLink()
    const other = await givenAccount(app, { email: 'bela@example.org' })
    const [printed, first] = [keyIn(await resetLink(app.platform, person.email)), keyIn((await make()).body.link)]
    const others = keyIn((await boss.post(`/user/${other._id}/reset-link`)).body.link)
    const last = keyIn((await make()).body.link)
    expect([await reset(printed), await reset(first), await reset(last), await reset(others)]).toEqual([403, 403, 204, 204])
  })

  test('is valid once if many are made at the same time', async () => {
    const { app, person, make, reset } = await givenLink()
    const keys = (await Promise.all([make(), make(), make(), make()])).map(({ body }) => keyIn(body.link))
    expect(await app.db.selectFrom('oneTimeKeys').select('userId').execute()).toEqual([{ userId: person._id }])
    const answers: number[] = []
    for (const key of keys) answers.push(await reset(key))
    expect(answers.toSorted()).toEqual([204, 403, 403, 403])
  })

  test('is in the audit with its author, and its key is not stored', async () => {
    const { app, boss, person, make, reset } = await givenLink()
    const key = keyIn((await make()).body.link)
    const kept = async () => {
      const tables = ['audit', 'oneTimeKeys', 'sessions', 'users'] as const
      return JSON.stringify(await Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute())))
    }
    expect(await kept()).not.toContain(key)
    const pages = await Promise.all(['/audit', `/user/profile/${person._id}`, '/user', '/auth/me'].map((path) => boss.get(path)))
    expect(pages.map(({ text }) => text).join()).not.toContain(key)
    await reset(key)
    expect(await kept()).not.toContain(key)
    expect(await app.db.selectFrom('audit').selectAll().orderBy('id').execute()).toMatchObject([
      { action: 'accounts.makeResetLink', actorId: boss._id, actorName: 'Meera Iyer', targetId: person._id, before: null, after: null },
      { action: 'accounts.resetPassword', targetId: person._id },
    ])
  })

  test('cannot be made by anybody else, or for a deleted person', async () => {
    const { app, boss, person, make, reset } = await givenLink()
    expect((await (await app.as('student')).post(`/user/${person._id}/reset-link`)).status).toBe(403)
    for (const role of ['manager', 'admin'] as const)
      expect((await (await app.as(role)).post(`/user/${boss._id}/reset-link`)).status).toBe(403)
    const key = keyIn((await make()).body.link)
    await boss.del(`/user/${person._id}`)
    expect([await reset(key), (await make()).status]).toEqual([403, 404])
    expect((await boss.post(`/user/${crypto.randomUUID()}/reset-link`)).status).toBe(404)
  })

  test('sets the password of an expired account without reactivating it', async () => {
    const { app, boss, person, make, reset, signIn } = await givenLink()
    app.setNow('2026-11-21T10:00:00.000Z')
    await boss.put(`/user/${person._id}/termination`, { terminationDate: '2026-11-20' })
    expect(await reset(keyIn((await make()).body.link))).toBe(204)
    expect(await signIn('a new one of mine')).toMatchObject({ code: 'expired', expired: true })
  })
})
