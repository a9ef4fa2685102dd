import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { connectPglite } from '#server/testing/pglite.ts'
import { connectTestPostgres } from '#server/testing/postgres.ts'
import { schemaText } from '#server/testing/schema.ts'
import { connectMemory, type Database } from './connect.ts'
import { migrate } from './migrate.ts'

/*
 * The snapshots were made by those migrations: docs/decisions/0025-one-schema.md. They never change, like the migration itself.
 */

const kind = process.env.TEST_DATABASE || 'sqlite'
const opened: Database[] = []
afterAll(() => Promise.all(opened.map((database) => database.close())))

const open = async (): Promise<Database> => {
  const database = kind === 'sqlite' ? connectMemory() : kind === 'postgres' ? await connectTestPostgres() : connectPglite()
  opened.push(database)
  return database
}

/** A server without this extension lacks one index, which makes searches of titles faster. */
const trigrams = /trgm/

test('makes the schema of the thirty migrations before 0.9.0 by the first migration', async () => {
  const database = await open()
  await migrate(database, 1)
  const file = `schema.${database.dialect}.txt`
  const text = await schemaText(database)
  if (database.dialect === 'sqlite' || trigrams.test(text)) return expect(text).toMatchFileSnapshot(file)
  const expected = await readFile(join(import.meta.dirname, file), 'utf8')
  expect(text.split('\n')).toEqual(expected.split('\n').filter((line) => !trigrams.test(line)))
})
