import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { assertHealthy, assertNothingLost, givenHallOfNodes, startLimitMs } from '#server/testing/faults/halls.ts'
import { givenMemory } from '#server/testing/faults/memory.ts'
import { startWork } from '#server/testing/faults/work.ts'
import { roundsOf } from '#server/testing/hard.ts'
import { areConnected } from '#server/testing/nodes.ts'
import { givenFolder } from '#server/testing/program.ts'
import { givenRedisServer } from '#server/testing/redis.ts'
import { givenS3 } from '#server/testing/s3Stub.ts'

const rounds = roundsOf({ ordinary: 2, hard: 100 })

test(`two nodes with a bucket, one or both killed ${rounds} times: have all that was acknowledged once and in order`, {
  timeout: 600_000 + rounds * 30_000,
}, async () => {
  const since = performance.now()
  const [redis, bucket] = [await givenRedisServer(), await givenS3()]
  const { hall, given } = await givenHallOfNodes(2, { redisUrl: redis.url, ownFolders: true, env: bucket.env })
  const memory = await givenMemory(() => given.nodes)
  const work = startWork(hall)
  let longestStart = 0
  for (let round = 1; round <= rounds; round++) {
    const before = work.count()
    await expect.poll(work.count, { timeout: 60_000 }).toBeGreaterThan(before + 5)
    await wait(Math.random() * 700)
    const killed = round % 3 === 0 ? [0, 1] : [round % 2]
    for (const at of killed) given.nodes[at]?.child.kill('SIGKILL')
    await Promise.all(killed.map((at) => given.nodes[at]?.ended))
    const from = performance.now()
    await Promise.all(killed.map((at) => given.start(at)))
    longestStart = Math.max(longestStart, performance.now() - from)
  }
  await areConnected(given.nodes)
  const row = { test: 'kill -9, two nodes', rounds, more: `longest start ${(longestStart / 1_000).toFixed(1)} s` }
  await assertNothingLost({ work, hall, places: given.nodes, row, since, memory })
  expect(longestStart).toBeLessThan(startLimitMs())
  for (const { child, ended } of given.nodes) {
    child.kill('SIGTERM')
    await ended
  }
  await assertHealthy({ ...bucket.env, DATA_DIR: await givenFolder(), DATABASE_URL: given.database.databaseUrl })
})
