import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { linesOf } from './copyText.ts'
import { assertTablesFit, inAllRows, inRows } from './fit.ts'
import type { LinesOf } from './load.sqlite.ts'
import type { ArchivedTable } from './manifest.ts'
import { connectWithoutLimits, listOf, shapesOf } from './rows.postgres.ts'

const CHUNK = 64 * 1_024

const name = (given: string): string => pg.escapeIdentifier(given)

/** Every foreign key between the tables of a schema, with the statement that recreates it. */
const foreignKeys = async (client: pg.Client, schema: string) =>
  (
    await client.query<{ table: string; key: string; text: string }>(
      `select conrelid::regclass::text as table, conname::text as key, pg_get_constraintdef(oid) as text
        from pg_constraint where contype = 'f' and connamespace = $1::regnamespace and conparentid = 0`,
      [schema],
    )
  ).rows

/** Yields the lines unchanged, up to a maximum. The database validates their contents. */
async function* counted({ rows }: ArchivedTable, lines: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let count = 0
  let text = ''
  for await (const line of linesOf(lines)) {
    if (++count > rows) throw new Error(`there are more than ${rows}`)
    // It would end the rows for the database, which would ignore all later ones.
    if (line === '\\.') throw new Error('a row is no row')
    text += `${line}\n`
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  yield text
  if (count < rows) throw new Error(`there are fewer than ${rows}`)
}

const fill = async (client: pg.Client, table: ArchivedTable, lines: AsyncIterable<Buffer>): Promise<void> => {
  const into = client.query(copyFrom(`copy ${name(table.name)} (${listOf(table.columns)}) from stdin`))
  try {
    await pipeline(counted(table, lines), into)
  } catch (error) {
    throw inRows(table.name, error)
  }
}

const loadAll = async (client: pg.Client, schema: string, tables: readonly ArchivedTable[], lines: LinesOf): Promise<void> => {
  await client.query('begin')
  // Tables come in alphabetical order, so keys are recreated when all rows are there; triggers have done their work already.
  const keys = await foreignKeys(client, schema)
  for (const { table, key } of keys) await client.query(`alter table ${table} drop constraint ${name(key)}`)
  assertTablesFit(tables, await shapesOf(client))
  for (const table of tables) {
    await client.query(`alter table ${name(table.name)} disable trigger user`)
    await client.query(`delete from ${name(table.name)}`)
    await fill(client, table, lines(table))
    await client.query(`alter table ${name(table.name)} enable trigger user`)
  }
  for (const { table, key, text } of keys)
    await client.query(`alter table ${table} add constraint ${name(key)} ${text}`).catch((error: unknown) => {
      throw inAllRows(error)
    })
  await client.query('commit')
  await client.query('analyze')
}

/** Loads the tables of this schema, like `loadSqlite`. */
export const loadPostgres = async (
  databaseUrl: string,
  schema: string,
  tables: readonly ArchivedTable[],
  lines: LinesOf,
): Promise<void> => {
  const client = await connectWithoutLimits(databaseUrl)
  try {
    await client.query(`set search_path = ${name(schema)}`)
    await loadAll(client, schema, tables, lines)
  } finally {
    await client.end()
  }
}
