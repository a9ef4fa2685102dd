import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Role } from '#contract/actor.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { roundsOf } from '#server/testing/hard.ts'
import { newAccount } from '#server/testing/people.ts'
import { givenFolder, run, startServer } from '#server/testing/program.ts'
import { assertDelivered } from './testing/delivery.ts'
import { openTab, type Who } from './testing/tabs.ts'

/** Number of times the server is killed. */
const rounds = roundsOf({ ordinary: 1, hard: 30 })
const PEOPLE = 4

/** Starts an empty installation with an administrator and students, whose sessions are rows, since signing in is slow on purpose. */
const givenPeople = async (dataDir: string): Promise<{ admin: Who; people: Who[] }> => {
  const { db, ...database } = await connect({ databaseUrl: undefined, dataDir })
  await migrate({ db, ...database })
  const signIn = async (role: Role, name: string): Promise<Who> => {
    const user = newAccount(role, { name })
    await db.insertInto('users').values(user).execute()
    const platform = { config: { sessionDays: 30 } } as Parameters<typeof startSession>[0]
    const { token } = await startSession(platform, db, { userId: user.id, device: 'Chrome', now: new Date() })
    return { _id: user.id, name, role, token }
  }
  const admin = await signIn('admin', 'Admin')
  const people: Who[] = []
  for (let number = 1; number <= PEOPLE; number++) people.push(await signIn('student', `Person${number}`))
  await database.close()
  return { admin, people }
}

test(`lost connections, and the server killed ${rounds} times: nothing that was sent is lost or doubled, and all see the same`, {
  timeout: 240_000 + rounds * 30_000,
}, async () => {
  const env = { DATA_DIR: await givenFolder(), RATE_LIMITS: 'off' }
  const { admin, people } = await givenPeople(env.DATA_DIR)
  let server = await startServer(env)
  const port = String(server.port)
  await server.call('PUT', '/customization/chat', { allowEncryption: true }, admin.token)
  const [one, other] = people
  const { body } = await server.call('POST', '/chat/conversations/private', { userId: other?._id ?? '' }, one?.token)
  const tabs = people.map((who) => openTab(who, () => `http://127.0.0.1:${port}`))
  await assertDelivered(tabs, 'general', async () => {
    for (let round = 1; round <= rounds; round++) {
      await wait(500 + Math.random() * 1_000)
      server.child.kill('SIGKILL')
      await server.ended
      await wait(Math.random() * 500)
      server = await startServer({ ...env, PORT: port })
    }
    await wait(1_000)
  })
  const pair = tabs.slice(0, 2)
  await assertDelivered(pair, body._id, () => wait(500))
  const [third, fourth] = [people[2], people[3]]
  const { body: secret } = await server.call('POST', '/chat/conversations/private', { userId: fourth?._id ?? '' }, third?.token)
  const encrypted = tabs.slice(2, 4)
  for (const { encryption } of encrypted) {
    await expect.poll(() => encryption.device.get(), { timeout: 60_000 }).toBe('unset')
    await (await encryption.setUp()).save()
  }
  await encrypted[0]?.encryption.enable(secret._id)
  await assertDelivered(encrypted, secret._id, () => wait(1_000))
  const path = `/chat/conversations/${secret._id}/messages?limit=100`
  const { items } = (await server.call('GET', path, undefined, third?.token)).body as unknown as { items: { content: string | null }[] }
  expect(items.length).toBeGreaterThan(0)
  expect(items.filter(({ content }) => content !== null)).toEqual([])
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  const doctor = run('doctor', { DATA_DIR: env.DATA_DIR })
  await doctor.ended
  expect(doctor.stdout()).toMatch(/^No problems found\.\n/)
})
