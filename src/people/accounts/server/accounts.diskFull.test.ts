import { describe, expect, test } from 'vitest'
import { fillUp, makeRoom } from '#server/testing/fullDisk.ts'
import { type Given, given, type Person } from '#server/testing/given.ts'
import { givenAccount, rightPassword } from '#server/testing/people.ts'
import { storeSessions } from './accounts.start.ts'

const isSqlite = (process.env.TEST_DATABASE ?? 'sqlite') === 'sqlite'
const email = 'meera@example.org'
const HOUR = 3_600

const storedOf = async ({ db }: Given, userId: string): Promise<number> =>
  (await db.selectFrom('sessions').select('id').where('userId', '=', userId).execute()).length

/** A full disk, and an owner who is signed out. */
const givenFullDisk = async () => {
  const app = await given()
  const { _id } = await givenAccount(app, { email, role: 'superadmin' })
  await fillUp(app.db, (await app.as('student'))._id)
  const signIn = async (password = rightPassword): Promise<Person & { status: number }> => {
    const { status, body } = await app.anyone().post('/auth/login', { email, password })
    return { status, ...app.withToken(body.token ?? '') }
  }
  const statusOf = async (person: Person) => (await person.get('/auth/me')).status
  return { app, _id, signIn, statusOf }
}

describe.skipIf(!isSqlite)('on a full disk', () => {
  test('lets the owner sign in and open System, and stores the session once there is room', async () => {
    const { app, _id, signIn } = await givenFullDisk()
    expect((await app.anyone().post('/auth/login', { email, password: 'wrong password' })).status).toBe(401)
    const owner = await signIn()
    expect([owner.status, await storedOf(app, _id)]).toEqual([200, 0])
    for (const path of ['/auth/me', '/system', '/system/warning', '/document', '/chat/conversations', '/user/dashboard'])
      expect([path, (await owner.get(path)).status]).toEqual([path, 200])
    expect((await owner.get('/auth/sessions')).body.items).toMatchObject([{ isCurrent: true }])
    await storeSessions(app.platform)
    expect([await storedOf(app, _id), (await owner.get('/auth/me')).status]).toEqual([0, 200])
    await makeRoom(app.db)
    await storeSessions(app.platform)
    expect([await storedOf(app, _id), (await owner.get('/auth/me')).status]).toEqual([1, 200])
    expect((await owner.get('/auth/sessions')).body.items).toMatchObject([{ isCurrent: true }])
  })

  test('lets signed-in people read on after the time at which a session is extended', async () => {
    const { app, signIn } = await givenFullDisk()
    await makeRoom(app.db)
    const owner = await signIn()
    await fillUp(app.db, (await app.as('student'))._id)
    app.advance(HOUR)
    expect((await owner.get('/system')).status).toBe(200)
  })

  test('ends an unstored session like any other: by signing out, one by one, or all but one', async () => {
    const { app, _id, signIn, statusOf } = await givenFullDisk()
    const [first, second, third, last] = [await signIn(), await signIn(), await signIn(), await signIn()]
    expect((await first.post('/auth/logout')).status).toBe(204)
    const listed: { _id: string; isCurrent: boolean }[] = (await second.get('/auth/sessions')).body.items
    expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([false, false, true])
    expect((await second.del(`/auth/sessions/${listed[0]?._id}`)).status).toBe(204)
    expect([await statusOf(first), await statusOf(second), await statusOf(third), await statusOf(last)]).toEqual([401, 200, 200, 401])
    expect((await second.del('/auth/sessions')).status).toBe(204)
    expect([await statusOf(second), await statusOf(third)]).toEqual([200, 401])
    await makeRoom(app.db)
    await storeSessions(app.platform)
    expect(await storedOf(app, _id)).toBe(1)
  })

  test.each([
    ['the password', { passwordHash: 'another' }],
    ['the role', { role: 'student' as const }],
    ['the account', { deletedAt: '2026-01-01T00:00:00.000Z' }],
  ])('ends a session that is not stored when %s changes on another node', async (_, change) => {
    const { app, _id, signIn, statusOf } = await givenFullDisk()
    const owner = await signIn()
    await app.db.updateTable('users').set(change).where('id', '=', _id).execute()
    expect(await statusOf(owner)).toBe(401)
    await makeRoom(app.db)
    await storeSessions(app.platform)
    expect(await storedOf(app, _id)).toBe(0)
  })

  test('keeps an unstored session for half a day at most, and at most ten per person', async () => {
    const { app, signIn, statusOf } = await givenFullDisk()
    const owners = []
    for (let time = 0; time < 11; time++) owners.push(await signIn())
    expect(await Promise.all(owners.slice(0, 2).map(statusOf))).toEqual([401, 200])
    app.advance(12 * HOUR)
    expect(await Promise.all(owners.map(statusOf))).toEqual(owners.map(() => 401))
  })
})
