import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { assertHealthy, assertNothingLost, givenOneServer, startLimitMs } from '#server/testing/faults/halls.ts'
import { givenMemory } from '#server/testing/faults/memory.ts'
import { startWork } from '#server/testing/faults/work.ts'
import { roundsOf } from '#server/testing/hard.ts'
import type { RunningServer } from '#server/testing/program.ts'

const rounds = roundsOf({ ordinary: 2, hard: 100 })

/** A person who signs in again and again; `finish` returns the acknowledged tokens. */
const startSigningIn = (server: () => RunningServer, { email, password }: { email: string; password: string }) => {
  const tokens: string[] = []
  let isOver = false
  const signIn = async (): Promise<void> => {
    while (!isOver) {
      // A killed server gives no reply.
      const reply = await server()
        .call('POST', '/auth/login', { email, password })
        .catch(() => undefined)
      if (reply?.status === 200) tokens.push(reply.body.token)
      await wait(100)
    }
  }
  const signingIn = signIn()
  return {
    count: () => tokens.length,
    finish: async () => {
      isOver = true
      await signingIn
      return tokens
    },
  }
}

test(`killed ${rounds} times under mixed writes on SQLite: has all that was acknowledged once and in order, and starts within 10 s`, {
  timeout: 600_000 + rounds * 30_000,
}, async () => {
  const since = performance.now()
  const { hall, server, start, env } = await givenOneServer()
  const memory = await givenMemory(() => [server()])
  const account = { name: 'Asha', email: 'asha@example.org', password: 'a good long one', role: 'student' }
  expect((await server().call('POST', '/user', account, hall.admin.token)).status).toBe(201)
  const work = startWork(hall)
  const signingIn = startSigningIn(server, account)
  let longestStart = 0
  for (let round = 1; round <= rounds; round++) {
    const [before, signedIn] = [work.count(), signingIn.count()]
    await expect.poll(work.count, { timeout: 30_000 }).toBeGreaterThan(before + 5)
    await wait(Math.random() * 700)
    await expect.poll(signingIn.count, { timeout: 30_000 }).toBeGreaterThan(signedIn)
    server().child.kill('SIGKILL')
    expect(await server().ended).toBe('SIGKILL')
    const from = performance.now()
    await start()
    longestStart = Math.max(longestStart, performance.now() - from)
  }
  const tokens = await signingIn.finish()
  expect(tokens.length).toBeGreaterThan(0)
  for (const token of tokens) expect((await server().call('GET', '/auth/me', undefined, token)).status).toBe(200)
  const row = { test: 'kill -9, SQLite', rounds, more: `longest start ${(longestStart / 1_000).toFixed(1)} s` }
  await assertNothingLost({ work, hall, places: [server()], row, since, memory })
  expect(longestStart).toBeLessThan(startLimitMs())
  // A cover that is being stored at that moment would be found without its row.
  server().child.kill('SIGTERM')
  await server().ended
  await assertHealthy(env)
})
