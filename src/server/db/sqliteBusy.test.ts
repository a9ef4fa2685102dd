import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { afterTest } from '#server/testing/afterwards.ts'
import { given } from '#server/testing/given.ts'
import { openSqliteFile } from '#server/testing/sqliteFile.ts'
import { installTriggers } from '#server/testing/writes.ts'

test('reports a file that another program has locked for too long as busy, and writes to it again afterwards', async () => {
  const { database, path, close } = await openSqliteFile()
  afterTest(close)
  await installTriggers(database.db)
  const app = await given({}, { database })
  const { token } = await app.as('superadmin')
  const other = new DatabaseSync(path)
  onTestFinished(() => other.close())
  // The usual helpers write before each call.
  const create = () =>
    app.server.inject({ method: 'POST', url: '/api/category', headers: { authorization: token }, payload: { name: 'Physics' } })
  other.exec('begin immediate')
  const busy = await create()
  expect([busy.statusCode, Number(busy.headers['retry-after']) > 0, busy.json()]).toEqual([
    503,
    true,
    expect.objectContaining({ code: 'unavailable' }),
  ])
  other.exec('rollback')
  expect((await create()).statusCode).toBe(201)
})
