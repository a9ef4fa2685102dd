import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DAY_MS, givenClock, givenJoined } from '#server/testing/faults/clocks.ts'
import { assertHealthy, assertNothingLost, givenOneServer } from '#server/testing/faults/halls.ts'
import { givenMemory } from '#server/testing/faults/memory.ts'
import { send, startWork } from '#server/testing/faults/work.ts'
import { isHard, roundsOf } from '#server/testing/hard.ts'

/* The clock of the server moves by a day, into a new month of some students, while people work. */

const rounds = roundsOf({ ordinary: 1, hard: 10 })

/** Days from the true time. */
const shifts = isHard ? [1, 0, -1, 0] : [1, -1]

const JOINING = isHard ? 5 : 2

test(`the clock moved by a day forward and back ${rounds} times: chat stays in order, sessions stay, each month is charged once`, {
  timeout: 600_000 + rounds * 60_000,
}, async () => {
  const since = performance.now()
  const clock = await givenClock()
  const one = await givenOneServer(clock.env)
  const { hall, server } = one
  const { charged, expected } = await givenJoined(server, hall.admin, JOINING)
  const memory = await givenMemory(() => [server()])
  const work = startWork(hall)
  const restart = async (): Promise<void> => {
    server().child.kill('SIGTERM')
    await server().ended
    // Charging runs at the start, and then every minute.
    await one.start()
  }
  const workABit = async (): Promise<void> => {
    const before = work.count()
    await expect.poll(work.count, { timeout: 60_000 }).toBeGreaterThan(before + 20)
  }
  const login = { email: 'new-1@example.org', password: 'a good long one' }
  for (let round = 1; round <= rounds; round++) {
    for (const days of shifts) {
      await clock.shift(days * DAY_MS)
      const { body } = await server().call('POST', '/auth/login', login)
      await workABit()
      await restart()
      await wait(500)
      expect((await server().call('GET', '/auth/me', undefined, body.token)).status).toBe(200)
      expect((await send(server(), hall.admin, 'GET', '/auth/me')).status).toBe(200)
    }
  }
  const months = await charged()
  expect(months.toSorted()).toEqual([...new Set(months)].toSorted())
  expect(months).toEqual(expect.arrayContaining(expected))
  await assertNothingLost({
    work,
    hall,
    places: [server()],
    row: { test: 'clock moved by a day, SQLite', rounds: rounds * shifts.length },
    since,
    memory,
  })
  server().child.kill('SIGTERM')
  await server().ended
  await assertHealthy(one.env)
})
