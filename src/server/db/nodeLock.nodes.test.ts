import { expect, test } from 'vitest'
import type { Job } from '#server/feature/job.ts'
import { startJobs } from '#server/feature/jobs.ts'
import type { Platform } from '#server/feature/platform.ts'
import { makeMeters } from '#server/http/meters.ts'
import { afterTest } from '#server/testing/afterwards.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import { migrate } from './migrate.ts'
import { whileNoOtherNode } from './nodeLock.ts'
import { ping } from './ping.ts'

test('runs work of one name in one process at a time and other work beside it, and releases the lock on failure', async () => {
  const database = await connectTestPostgres()
  afterTest(database.close)
  const { db } = database
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = whileNoOtherNode(db, 'sweep', async () => {
    begun.resolve()
    await end.promise
  })
  await begun.promise
  let done = 0
  const count = async () => void done++
  expect(await whileNoOtherNode(db, 'sweep', count)).toBe(false)
  expect(await whileNoOtherNode(db, 'purge', count)).toBe(true)
  end.resolve()
  expect(await first).toBe(true)
  await expect(whileNoOtherNode(db, 'sweep', () => Promise.reject(new Error('the disk is full')))).rejects.toThrow('the disk is full')
  expect(await whileNoOtherNode(db, 'sweep', count)).toBe(true)
  expect(done).toBe(2)
})

test('jobs that run alone leave each other connections, however many there are', async () => {
  const database = await connectTestPostgres()
  afterTest(database.close)
  await migrate(database)
  const said: string[] = []
  const note = (_: unknown, message: string) => void said.push(message)
  const log = { info: note, warn: note, error: note }
  const surroundings = { config: { redisUrl: 'redis://here' }, log, meters: makeMeters(), clock: () => new Date() }
  const platform = { db: database.db, ...surroundings } as unknown as Platform
  let done = 0
  const job = (name: string): Job => ({
    name,
    everySeconds: 3_600,
    alone: true,
    run: async ({ db }) => {
      await ping(db)
      done++
    },
  })
  const stop = startJobs(
    platform,
    Array.from({ length: 30 }, (_, at) => job(`job ${at}`)),
  )
  await stop()
  expect([done, said]).toEqual([30, []])
})
