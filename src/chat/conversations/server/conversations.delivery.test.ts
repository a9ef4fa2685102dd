import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { firstAdmin, givenFolder, type RunningServer, run, signInFirst, startServer } from '#server/testing/program.ts'
import { mustDeliver } from './testing/delivery.ts'
import { openTab, type Who } from './testing/tabs.ts'

/** Number of times the server is killed; `KILL_ROUNDS=30` for a thorough run. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2)
const PEOPLE = 5

const password = 'a good long one'

const givenPeople = async (server: RunningServer): Promise<Who[]> => {
  const admin = await signInFirst(server)
  await server.call('PUT', '/customization/chat', { allowEncryption: true }, admin)
  const people: Who[] = []
  for (let number = 1; number <= PEOPLE; number++) {
    const account = { name: `Person${number}`, email: `person-${number}@example.org`, password, role: 'student' }
    await server.call('POST', '/user', account, admin)
    const { body } = await server.call('POST', '/auth/login', { email: account.email, password })
    people.push({ ...body.user, token: body.token })
  }
  return people
}

test(`lost connections, and the server killed ${rounds} times: nothing that was sent is lost or doubled, and all see the same`, {
  timeout: 240_000 + rounds * 30_000,
}, async () => {
  const env = { DATA_DIR: await givenFolder(), RATE_LIMITS: 'off', ...firstAdmin }
  let server = await startServer(env)
  const port = String(server.port)
  const people = await givenPeople(server)
  const [one, other] = people
  const { body } = await server.call('POST', '/chat/conversations/private', { userId: other?._id ?? '' }, one?.token)
  const tabs = people.map((who) => openTab(who, () => `http://127.0.0.1:${port}`))
  await mustDeliver(tabs, 'general', async () => {
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
  await mustDeliver(pair, body._id, () => wait(1_000))
  const [third, fourth] = [people[2], people[3]]
  const { body: secret } = await server.call('POST', '/chat/conversations/private', { userId: fourth?._id ?? '' }, third?.token)
  const encrypted = tabs.slice(2, 4)
  for (const { encryption } of encrypted) {
    await expect.poll(() => encryption.device.get(), { timeout: 60_000 }).toBe('unset')
    await (await encryption.setUp()).save()
  }
  await encrypted[0]?.encryption.enable(secret._id)
  await mustDeliver(encrypted, secret._id, () => wait(2_000))
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
