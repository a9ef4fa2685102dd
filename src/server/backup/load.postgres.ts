import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { linesOf } from './copyText.ts'
import { assertTablesFit, inAllRows, inRows } from './fit.ts'
import type { LinesOf } from './load.sqlite.ts'
import type { ArchivedTable } from './manifest.ts'
import { connectWithoutLimits, listOf, shapesOf } from './rows.postgres.ts'
import type { TableChange } from './tableChange.ts'

const CHUNK = 64 * 1_024

const name = (given: string): string => pg.escapeIdentifier(given)

type ForeignKey = { table: string; key: string; text: string; of: string; to: string }

/** Every foreign key between the tables of a schema, with the statement that recreates it. */
const foreignKeys = async (client: pg.Client, schema: string) =>
  (
    await client.query<ForeignKey>(
      `select conrelid::regclass::text as table, conname::text as key, pg_get_constraintdef(c.oid) as text,
          one.relname::text as of, other.relname::text as to
        from pg_constraint c join pg_class one on one.oid = conrelid join pg_class other on other.oid = confrelid
        where contype = 'f' and connamespace = $1::regnamespace and conparentid = 0`,
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

/**
 * Changes rows in one transaction. Tables come in alphabetical order, so keys are recreated when all rows are there; triggers have
 * done their work already, and are off for each table that `work` changes.
 */
const changeRows = async (client: pg.Client, keys: readonly ForeignKey[], work: () => Promise<void>): Promise<void> => {
  for (const { table, key } of keys) await client.query(`alter table ${table} drop constraint ${name(key)}`)
  await work()
  for (const { table, key, text } of keys)
    await client.query(`alter table ${table} add constraint ${name(key)} ${text}`).catch((error: unknown) => {
      throw inAllRows(error)
    })
  await client.query('commit')
}

const withoutTriggers = async (client: pg.Client, table: string, work: () => Promise<void>): Promise<void> => {
  await client.query(`alter table ${name(table)} disable trigger user`)
  await work()
  await client.query(`alter table ${name(table)} enable trigger user`)
}

const onServer = async (databaseUrl: string, schema: string | undefined, work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = await connectWithoutLimits(databaseUrl)
  try {
    if (schema !== undefined) await client.query(`set search_path = ${name(schema)}`)
    await client.query('begin')
    await work(client)
  } finally {
    await client.end()
  }
}

/** Loads the tables of this schema, like `loadSqlite`. */
export const loadPostgres = (databaseUrl: string, schema: string, tables: readonly ArchivedTable[], lines: LinesOf): Promise<void> =>
  onServer(databaseUrl, schema, async (client) => {
    await changeRows(client, await foreignKeys(client, schema), async () => {
      assertTablesFit(tables, await shapesOf(client))
      for (const table of tables)
        await withoutTriggers(client, table.name, async () => {
          await client.query(`delete from ${name(table.name)}`)
          await fill(client, table, lines(table))
        })
    })
    await client.query('analyze')
  })

const removeRows = async (client: pg.Client, { table, key, removed }: TableChange): Promise<void> => {
  if (removed === 'all') return void (await client.query(`delete from ${name(table.name)}`))
  const condition = key.map((column, at) => `${name(column.name)} = $${at + 1}`).join(' and ')
  for (const values of removed) await client.query(`delete from ${name(table.name)} where ${condition}`, [...values])
}

/** Makes changes in the schema that programs use, like `changeSqlite`. */
export const changePostgres = (databaseUrl: string, changes: readonly TableChange[]): Promise<void> =>
  onServer(databaseUrl, undefined, async (client) => {
    const changed = new Set(changes.map(({ table }) => table.name))
    const { rows } = await client.query<{ schema: string }>('select current_schema()::text as schema')
    const keys = (await foreignKeys(client, name(rows[0]?.schema ?? 'public'))).filter(({ of, to }) => changed.has(of) || changed.has(to))
    await changeRows(client, keys, async () => {
      for (const change of changes)
        await withoutTriggers(client, change.table.name, async () => {
          await removeRows(client, change)
          await fill(client, change.table, change.lines())
        })
    })
    if (changes.some(({ removed }) => removed === 'all')) await client.query('analyze')
  })
