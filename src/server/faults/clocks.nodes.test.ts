import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DAY_MS, givenClock, givenJoined } from '#server/testing/faults/clocks.ts'
import { assertHealthy, assertNothingLost, givenHallOfNodes } from '#server/testing/faults/halls.ts'
import { givenMemory } from '#server/testing/faults/memory.ts'
import { send, startWork } from '#server/testing/faults/work.ts'
import { isHard, roundsOf } from '#server/testing/hard.ts'
import { areConnected } from '#server/testing/nodes.ts'
import { givenFolder } from '#server/testing/program.ts'
import { givenRedisServer } from '#server/testing/redis.ts'
import { givenS3 } from '#server/testing/s3Stub.ts'

const rounds = roundsOf({ ordinary: 1, hard: 10 })

const JOINING = isHard ? 5 : 2

test(`two nodes whose clocks differ by a day, each restarted ${rounds} times: one order, no session ends, each month is charged once`, {
  timeout: 600_000 + rounds * 60_000,
}, async () => {
  const since = performance.now()
  const [redis, bucket, ahead] = [await givenRedisServer(), await givenS3(), await givenClock(DAY_MS)]
  const options = { redisUrl: redis.url, ownFolders: true, env: bucket.env, envOf: [{}, ahead.env] }
  const { hall, given } = await givenHallOfNodes(2, options)
  await areConnected(given.nodes)
  const { charged, expected } = await givenJoined(hall.place, hall.admin, JOINING)
  const memory = await givenMemory(() => given.nodes)
  const work = startWork(hall)
  for (let round = 1; round <= rounds; round++)
    for (const at of [0, 1]) {
      const before = work.count()
      await expect.poll(work.count, { timeout: 60_000 }).toBeGreaterThan(before + 20)
      // Jobs, such as charging and the sweep, run at the start.
      given.nodes[at]?.child.kill('SIGTERM')
      await given.nodes[at]?.ended
      await given.start(at)
      await wait(500)
    }
  for (const node of given.nodes)
    for (const person of [hall.admin, ...hall.students]) expect((await send(node, person, 'GET', '/auth/me')).status).toBe(200)
  await expect.poll(charged, { timeout: 90_000 }).toEqual(expect.arrayContaining(expected))
  const months = await charged()
  expect(months.toSorted()).toEqual([...new Set(months)].toSorted())
  await assertNothingLost({
    work,
    hall,
    places: given.nodes,
    row: { test: 'clocks a day apart, two nodes', rounds: rounds * 2 },
    since,
    memory,
  })
  for (const { child, ended } of given.nodes) {
    child.kill('SIGTERM')
    await ended
  }
  await assertHealthy({ ...bucket.env, DATA_DIR: await givenFolder(), DATABASE_URL: given.database.databaseUrl })
})
