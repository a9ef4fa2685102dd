/**
 * Prints how many bytes a row of each large table takes with its indexes: `node bench/storedBytes.ts FILE` for SQLite, or
 * `node bench/storedBytes.ts postgres://…`. Tables of search indexes are divided by what they index.
 */
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

const LEAST_ROWS = 1_000

type Stored = { table: string; bytes: number; rows: number }

/** The rows to which a table of a search index belongs. */
const indexed: readonly (readonly [RegExp, string])[] = [
  [/^search_(pages|texts)/, 'page_texts'],
  [/^search_title/, 'documents'],
  [/^search_message/, 'messages'],
]

const rowsOf = (table: string): string => indexed.find(([name]) => name.test(table))?.[1] ?? table

const onSqlite = (file: string): Stored[] => {
  const db = new DatabaseSync(file, { readOnly: true })
  const sizes = db
    .prepare(`select tbl_name as name, sum(pgsize) as bytes from dbstat join sqlite_schema using (name) group by 1`)
    .all() as { name: string; bytes: number }[]
  return sizes.map(({ name, bytes }) => ({
    table: name,
    bytes,
    rows: Number(db.prepare(`select count(*) as count from ${rowsOf(name)}`).get()?.count),
  }))
}

const onPostgres = async (connectionString: string): Promise<Stored[]> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const sizes = await client.query<{ name: string; bytes: string }>(
      `select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    const stored: Stored[] = []
    for (const { name, bytes } of sizes.rows) {
      const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${rowsOf(name)}`)
      stored.push({ table: name, bytes: Number(bytes), rows: Number(rows[0]?.count) })
    }
    return stored
  } finally {
    await client.end()
  }
}

const [place = ''] = process.argv.slice(2)
const found = place.startsWith('postgres') ? await onPostgres(place) : onSqlite(place)
const large = found.filter(({ rows }) => rows >= LEAST_ROWS).toSorted((one, other) => other.bytes - one.bytes)
console.log('| table | rows | bytes a row |\n|---|---|---|')
for (const { table, bytes, rows } of large) console.log(`| ${table} | ${rows} | ${Math.round(bytes / rows)} |`)
console.log(`\nAll tables: ${Math.round(found.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000)} MB`)
