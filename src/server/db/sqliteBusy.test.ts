import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '#server/testing/load.ts'
import { firstAdmin, givenFolder, signInFirst, startServer } from '#server/testing/program.ts'
import { sqliteFile } from './connect.ts'

test('reports a file that another program has locked for too long as busy, and writes to it again afterwards', async () => {
  const env = { DATA_DIR: await givenFolder(), ...firstAdmin }
  const server = await startServer(env)
  const token = await signInFirst(server)
  const other = new DatabaseSync(sqliteFile(env.DATA_DIR))
  onTestFinished(() => other.close())
  const create = () => ask(server, 'POST', '/api/category', { name: 'Physics' }, token)
  other.exec('begin immediate')
  const { status, retryAfter, body } = await create()
  expect([status, Number(retryAfter) > 0, body]).toEqual([503, true, expect.objectContaining({ code: 'unavailable' })])
  other.exec('rollback')
  expect((await create()).status).toBe(201)
})
