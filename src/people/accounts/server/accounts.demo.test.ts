import { describe, expect, test } from 'vitest'
import { roles } from '#contract/actor.ts'
import { type DemoKind, demoEmails } from '#contract/demo.ts'
import { type Given, given } from '#server/testing/given.ts'
import { givenAccount, rightPassword } from '#server/testing/people.ts'

const refusal = { code: 'users.demo_account', message: expect.stringContaining('cannot be changed') }

/** A hall with the four accounts of the demo, which have the default password of tests. */
const givenDemo = async (demo: DemoKind | undefined) => {
  const app = await given({ demo })
  const ids: Record<string, string> = {}
  for (const role of roles) ids[role] = (await givenAccount(app, { email: demoEmails[role], role }))._id
  const enter = async (role: string) => app.anyone().post('/auth/demo', { role })
  const as = async (role: string) => app.withToken((await enter(role)).body.token)
  return { app, ids, enter, as }
}

describe('a press on a role', () => {
  test.each(['local', 'public'] as const)('signs in to its account in a %s demo, without a password', async (demo) => {
    const { app, ids, enter } = await givenDemo(demo)
    for (const role of roles) {
      const { status, body } = await enter(role)
      expect([status, body.user._id, body.user.role]).toEqual([200, ids[role], role])
      expect((await app.withToken(body.token).get('/auth/me')).body._id).toBe(ids[role])
    }
  })

  test('is rejected with a message if the role does not exist', async () => {
    const { enter } = await givenDemo('public')
    expect(await enter('owner')).toMatchObject({ status: 400, body: { message: 'Please choose a role' } })
  })

  test('works for others after someone has guessed passwords', async () => {
    const { app, enter } = await givenDemo('public')
    for (let tries = 0; tries < 12; tries++)
      await app.anyone().post('/auth/login', { email: demoEmails.student, password: `guess ${tries}` })
    expect((await app.anyone().post('/auth/login', { email: demoEmails.student, password: rightPassword })).status).toBe(429)
    expect((await enter('student')).status).toBe(200)
  })

  test('does not sign in an account whose role differs from the button', async () => {
    const app = await given({ demo: 'local' })
    await givenAccount(app, { email: demoEmails.student, role: 'superadmin' })
    expect((await app.anyone().post('/auth/demo', { role: 'student' })).status).toBe(404)
  })
})

describe('outside of a demo', () => {
  test('has no role buttons, even if these addresses exist', async () => {
    const { enter } = await givenDemo(undefined)
    for (const role of roles) expect((await enter(role)).status).toBe(404)
  })

  test('does not reveal the demo’s accounts in any reply to a visitor', async () => {
    const { app } = await givenDemo(undefined)
    const visitor = app.anyone()
    for (const path of ['/customization', '/announcement/public', '/gallery/public', '/openapi.json', '/auth/me', '/nothing']) {
      const { text } = await visitor.get(path)
      for (const secret of [...Object.values(demoEmails), 'quiet-reading-room']) expect(text).not.toContain(secret)
    }
    expect((await visitor.get('/customization')).body).not.toHaveProperty('demo')
  })

  test('lets people with these addresses change their passwords as usual', async () => {
    const { app } = await givenDemo(undefined)
    const { body } = await app.anyone().post('/auth/login', { email: demoEmails.student, password: rightPassword })
    const me = app.withToken(body.token)
    expect((await me.post('/auth/password', { current: rightPassword, next: 'another horse battery' })).status).toBe(204)
  })
})

const attempts: [
  what: string,
  make: (app: Given, ids: Record<string, string>, superadmin: ReturnType<Given['withToken']>) => Promise<unknown>,
][] = [
  ['the password', (_, { student }, superadmin) => superadmin.put(`/user/${student}`, { password: 'another horse battery' })],
  ['the email', (_, { manager }, superadmin) => superadmin.put(`/user/${manager}`, { email: 'mine@example.com' })],
  ['the role', (_, { admin }, superadmin) => superadmin.put(`/user/${admin}`, { role: 'student' })],
  ['the last day', (_, { student }, superadmin) => superadmin.put(`/user/${student}/termination`, { terminationDate: '2020-01-01' })],
  ['the own password', (_, __, superadmin) => superadmin.post('/auth/password', { current: rightPassword, next: 'another horse battery' })],
  ['the password by a link', (_, { student }, superadmin) => superadmin.post(`/user/${student}/reset-link`)],
  ['sessions of other visitors', (_, __, superadmin) => superadmin.del('/auth/sessions')],
]

describe('in a public demo', () => {
  test.each(attempts)('does not let anybody change %s of a shared account', async (_, make) => {
    const { app, ids, as } = await givenDemo('public')
    expect(await make(app, ids, await as('superadmin'))).toMatchObject({ status: 403, body: refusal })
  })

  test('does not let anybody delete a shared account', async () => {
    const { ids, as, enter } = await givenDemo('public')
    expect(await (await as('superadmin')).del(`/user/${ids.manager}`)).toMatchObject({ status: 403, body: refusal })
    expect((await enter('manager')).status).toBe(200)
  })

  test('keeps the sessions of other visitors, and lets everybody end their own', async () => {
    const { app, as, enter } = await givenDemo('public')
    const [mine, other] = [await as('student'), (await enter('student')).body.token]
    const { items } = (await mine.get('/auth/sessions')).body
    for (const { _id, isCurrent } of items)
      if (!isCurrent) expect(await mine.del(`/auth/sessions/${_id}`)).toMatchObject({ status: 403, body: refusal })
    expect((await app.withToken(other).get('/auth/me')).status).toBe(200)
    expect((await mine.post('/auth/logout')).status).toBe(204)
    expect((await app.withToken(other).get('/auth/me')).status).toBe(200)
  })

  test('lets everybody change and delete accounts that visitors created', async () => {
    const { as } = await givenDemo('public')
    const superadmin = await as('superadmin')
    const made = await superadmin.post('/user', {
      name: 'Asha',
      email: 'asha@example.org',
      password: 'correct horse battery',
      role: 'admin',
    })
    expect((await superadmin.put(`/user/${made.body._id}`, { name: 'Asha Rao' })).status).toBe(200)
    expect((await superadmin.del(`/user/${made.body._id}`)).status).toBe(204)
  })

  test('accepts a shared account that is sent back unchanged', async () => {
    const { ids, as } = await givenDemo('public')
    expect((await (await as('superadmin')).put(`/user/${ids.student}`, { role: 'student' })).status).toBe(200)
  })

  test('shows no file in external viewers, and the page says that it is a demo', async () => {
    const app = await given({ demo: 'public', publicUrl: 'https://demo.example.org' })
    const { body } = await app.anyone().get('/customization')
    expect([body.demo, body.documents.whyNotOfficeViewer]).toEqual(['public', 'demo'])
  })
})

test('changes accounts and shows files in external viewers in a demo on a computer of its own', async () => {
  const { app, ids, as } = await givenDemo('local')
  expect((await (await as('superadmin')).put(`/user/${ids.student}`, { name: 'Asha Rao' })).status).toBe(200)
  const { body } = await app.anyone().get('/customization')
  expect([body.demo, body.documents.whyNotOfficeViewer]).toEqual(['local', 'noAddress'])
})
