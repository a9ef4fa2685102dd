import { expect, test } from 'vitest'
import { isArchived } from '#server/backup/rows.ts'
import { databaseTime } from '#server/db/databaseClock.ts'
import { removeRelayed } from '#server/feature/jobs.ts'
import { given } from '#server/testing/given.ts'

test('messages that nodes stored for each other are removed after a minute also without Redis, and are in no archive', async () => {
  const { db, platform } = await given()
  const row = { sender: 'a node', messages: '[]' }
  await db
    .insertInto('nodeMessages')
    .values([
      { ...row, batch: 1, storedAt: 0 },
      { ...row, batch: 2, storedAt: databaseTime(db) },
    ])
    .execute()
  await removeRelayed.run(platform)
  expect(await db.selectFrom('nodeMessages').select('batch').execute()).toEqual([{ batch: 2 }])
  expect(['node_messages', 'limit_counts', 'messages'].map(isArchived)).toEqual([false, false, true])
})
