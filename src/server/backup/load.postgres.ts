import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { LinesOf } from './load.sqlite.ts'
import type { ArchivedTable } from './manifest.ts'
import { listOf, patientClient } from './rows.postgres.ts'

const name = (given: string): string => pg.escapeIdentifier(given)

/** Every foreign key between the tables of a schema, with the text that makes it again. */
const foreignKeys = async (client: pg.Client, schema: string) =>
  (
    await client.query<{ table: string; key: string; text: string }>(
      `select conrelid::regclass::text as table, conname::text as key, pg_get_constraintdef(oid) as text
        from pg_constraint where contype = 'f' and connamespace = $1::regnamespace and conparentid = 0`,
      [schema],
    )
  ).rows

const fill = async (client: pg.Client, table: ArchivedTable, lines: AsyncIterable<Buffer>): Promise<void> => {
  const into = client.query(copyFrom(`copy ${name(table.name)} (${listOf(table.columns)}) from stdin`))
  await pipeline(lines, into)
  if (into.rowCount !== table.rows)
    throw new Error(`The table "${table.name}" has ${into.rowCount} rows in the archive, not ${table.rows}.`)
}

const loadAll = async (client: pg.Client, schema: string, tables: readonly ArchivedTable[], lines: LinesOf): Promise<void> => {
  await client.query('begin')
  // Tables come in the order of their names, so keys are made again when all rows are there; triggers have done their work already.
  const keys = await foreignKeys(client, schema)
  for (const { table, key } of keys) await client.query(`alter table ${table} drop constraint ${name(key)}`)
  for (const table of tables) {
    await client.query(`alter table ${name(table.name)} disable trigger user`)
    await client.query(`delete from ${name(table.name)}`)
    await fill(client, table, lines(table))
    await client.query(`alter table ${name(table.name)} enable trigger user`)
  }
  for (const { table, key, text } of keys) await client.query(`alter table ${table} add constraint ${name(key)} ${text}`)
  await client.query('commit')
  await client.query('analyze')
}

/** As `loadSqlite`, into the tables of this schema. */
export const loadPostgres = async (
  databaseUrl: string,
  schema: string,
  tables: readonly ArchivedTable[],
  lines: LinesOf,
): Promise<void> => {
  const client = await patientClient(databaseUrl)
  try {
    await client.query(`set search_path = ${name(schema)}`)
    await loadAll(client, schema, tables, lines)
  } finally {
    await client.end()
  }
}
