import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { assertHealthy, assertNothingLost, givenOneServer } from '#server/testing/faults/halls.ts'
import { givenMemory } from '#server/testing/faults/memory.ts'
import { send, startWork } from '#server/testing/faults/work.ts'
import { isHard, roundsOf } from '#server/testing/hard.ts'
import { canMount, fill, givenDisk, makeRoom } from '#server/testing/smallDisk.ts'

const rounds = roundsOf({ ordinary: 1, hard: 10 })

const isPossible = canMount()
if (!isPossible && isHard) process.stderr.write('\n*** SKIPPED: the full disk. Only root may mount a small disk. ***\n')

describe.runIf(isPossible)('a disk', () => {
  test(`that is full ${rounds} times under mixed writes: 507 for writes, reads work, and nothing acknowledged is lost`, {
    timeout: 600_000 + rounds * 60_000,
  }, async () => {
    const since = performance.now()
    const DATA_DIR = givenDisk(64)
    const { hall, server, env } = await givenOneServer({ DATA_DIR })
    const memory = await givenMemory(() => [server()])
    const work = startWork(hall)
    const refused = () => work.said.get('507') ?? 0
    for (let round = 1; round <= rounds; round++) {
      const [count, before] = [work.count(), refused()]
      await expect.poll(work.count, { timeout: 60_000 }).toBeGreaterThan(count + 10)
      await expect
        .poll(
          async () => {
            await fill(DATA_DIR)
            return refused()
          },
          { timeout: 60_000 },
        )
        .toBeGreaterThan(before + 5)
      for (const path of ['/document', '/chat/conversations', '/chat/conversations/general/messages', '/user/fees', '/auth/me'])
        expect([path, (await send(server(), hall.admin, 'GET', path)).status]).toEqual([path, 200])
      await wait(500)
      await makeRoom(DATA_DIR)
    }
    const row = { test: 'full disk, SQLite', rounds, more: `${refused()} writes refused with 507` }
    await assertNothingLost({ work, hall, places: [server()], row, since, memory }, ['507'])
    server().child.kill('SIGTERM')
    await server().ended
    await assertHealthy(env)
  })
})
