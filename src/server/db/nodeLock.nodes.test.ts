import { expect, test } from 'vitest'
import { afterTest } from '#server/testing/afterwards.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import { whileNoOtherNode } from './nodeLock.ts'

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
