import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { assertHealthy, assertNothingLost, givenOneServer, startLimitMs } from '#server/testing/faults/halls.ts'
import { givenMemory } from '#server/testing/faults/memory.ts'
import { startWork } from '#server/testing/faults/work.ts'
import { roundsOf } from '#server/testing/hard.ts'

const rounds = roundsOf({ ordinary: 2, hard: 100 })

test(`killed ${rounds} times under mixed writes on SQLite: has all that was acknowledged once and in order, and starts within 10 s`, {
  timeout: 600_000 + rounds * 30_000,
}, async () => {
  const since = performance.now()
  const { hall, server, start, env } = await givenOneServer()
  const memory = await givenMemory(() => [server()])
  const work = startWork(hall)
  let longestStart = 0
  for (let round = 1; round <= rounds; round++) {
    const before = work.count()
    await expect.poll(work.count, { timeout: 30_000 }).toBeGreaterThan(before + 5)
    await wait(Math.random() * 700)
    server().child.kill('SIGKILL')
    expect(await server().ended).toBe('SIGKILL')
    const from = performance.now()
    await start()
    longestStart = Math.max(longestStart, performance.now() - from)
  }
  const row = { test: 'kill -9, SQLite', rounds, more: `longest start ${(longestStart / 1_000).toFixed(1)} s` }
  await assertNothingLost({ work, hall, places: [server()], row, since, memory })
  expect(longestStart).toBeLessThan(startLimitMs())
  // A cover that is being stored at that moment would be found without its row.
  server().child.kill('SIGTERM')
  await server().ended
  await assertHealthy(env)
})
