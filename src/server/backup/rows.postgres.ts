import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { codeOf } from '../journal/digest.ts'
import { isArchived, type KeyColumn, type Snapshot, type TableShape } from './rows.ts'

/** A connection without time limits, no matter how the server is configured. */
export const connectWithoutLimits = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'carrel backup', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
  return client
}

export const listOf = (names: readonly string[]): string => names.map((name) => pg.escapeIdentifier(name)).join(', ')

/** Tables with their columns, except those of extensions. */
export const shapesOf = async (client: pg.Client, schema = 'current_schema()'): Promise<TableShape[]> => {
  const { rows } = await client.query<TableShape>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relnamespace = (select oid from pg_namespace where nspname = ${schema})
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    group by c.relname order by c.relname collate "C"`)
  return rows.filter(({ name }) => isArchived(name))
}

const keyOf = async (client: pg.Client, table: string): Promise<KeyColumn[]> => {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select a.attname::text as name, format_type(a.atttypid, null) as type
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indisprimary and i.indrelid = $1::regclass order by array_position(i.indkey::int2[], a.attnum)`,
    [pg.escapeIdentifier(table)],
  )
  return rows.map(({ name, type }) => ({ name, isNumber: type !== 'text' }))
}

/** In the order of bytes, as SQLite has it. */
const orderOf = (orderedBy: readonly KeyColumn[]): string =>
  orderedBy.map(({ name, isNumber }) => `${pg.escapeIdentifier(name)}${isNumber ? '' : ' collate "C"'}`).join(', ')

/** Returns what COPY reads: a table, or its rows in an order. */
const sourceOf = ({ name, columns }: TableShape, orderedBy: readonly KeyColumn[]): string =>
  orderedBy.length > 0
    ? `(select ${listOf(columns)} from ${pg.escapeIdentifier(name)} order by ${orderOf(orderedBy)})`
    : `${pg.escapeIdentifier(name)} (${listOf(columns)})`

/** A reading transaction is PostgreSQL's snapshot; other transactions can write meanwhile. */
export const snapshotOfPostgres = async (databaseUrl: string): Promise<Snapshot> => {
  const client = await connectWithoutLimits(databaseUrl)
  await client.query('begin isolation level repeatable read read only')
  const names = await client.query<{ name: string }>('select name from migrations order by number')
  const contents = await client.query<{ sha256: string; size: string }>('select sha256, size from files order by sha256 collate "C"')
  const tables = await shapesOf(client)
  const journal = 'select seq, hash from journal order by seq desc limit 1'
  const last = tables.some(({ name }) => name === 'journal') && (await client.query<{ seq: string; hash: string }>(journal)).rows[0]
  let copying = false
  async function* lines(table: TableShape, orderedBy: readonly KeyColumn[] = []): AsyncGenerator<Buffer> {
    copying = true
    yield* client.query(copyTo(`copy ${sourceOf(table, orderedBy)} to stdout`)) as AsyncIterable<Buffer>
    copying = false
  }
  return {
    dialect: 'postgres',
    migrations: names.rows.map(({ name }) => name),
    tables,
    ...(last && { head: codeOf({ seq: Number(last.seq), hash: last.hash }) }),
    contents: contents.rows.map(({ sha256, size }) => ({ sha256, size: Number(size) })),
    lines,
    keyOf: (table) => keyOf(client, table),
    close: async () => {
      // A COPY that is not read to its end never ends, which makes its connection unusable.
      if (copying) (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy()
      else await client.end()
    },
  }
}
