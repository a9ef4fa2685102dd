import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { open } from '#server/programs/open.ts'
import { givenFolder } from '#server/testing/program.ts'
import { connect, sqliteFile } from './connect.ts'
import { migrate } from './migrate.ts'

test('the first start of this version removes what an earlier one deleted from the file', async () => {
  const DATA_DIR = await givenFolder()
  const database = await connect({ databaseUrl: undefined, dataDir: DATA_DIR })
  await migrate(database)
  await sql`pragma secure_delete = off`.execute(database.db)
  for (const name of ['kept', 'quokka']) await sql`insert into secrets values (${name}, ${name.repeat(2_000)}, 'then')`.execute(database.db)
  await sql`delete from secrets where name = 'quokka'`.execute(database.db)
  await database.close()
  const contains = async (word: string) => (await readFile(sqliteFile(DATA_DIR))).includes(word)
  expect([await contains('quokka'), await contains('kept')]).toEqual([true, true])
  await (await open({ DATA_DIR })).database.close()
  expect([await contains('quokka'), await contains('kept')]).toEqual([false, true])
  const file = new DatabaseSync(sqliteFile(DATA_DIR))
  expect(file.prepare('pragma user_version').get()).toEqual({ user_version: 1 })
  file.close()
})
