import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { connectMemory, type Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Db } from '#server/db/tables.ts'
import { afterFile } from './afterwards.ts'

/*
 * Provides an empty, migrated database for each test. On SQLite each is a new one in memory, a copy of one that was migrated once,
 * since the migrations take longer than most tests. The PostgreSQL dialects share one among all files of a worker, emptied at each
 * call and replaced after a file that changed its schema. `TEST_DATABASE` chooses: `sqlite` (default), `pglite`, or `postgres` (a
 * real server at TEST_POSTGRES_URL).
 */

const kind = process.env.TEST_DATABASE || 'sqlite'

type Shared = Database & {
  tables: readonly string[]
  /** The rows that the migrations make, by table. */
  first: ReadonlyMap<string, readonly object[]>
  prepared: Set<Prepare>
  /** Its objects at the end of the last file. */
  schema: string
  /** Runs one statement without foreign keys and triggers. */
  runUnchecked: (statement: string) => Promise<void>
}
let shared: Promise<Shared> | undefined

const startPglite = async (): Promise<Database & Pick<Shared, 'runUnchecked'>> => {
  const database = (await import('./pglite.ts')).connectPglite()
  await migrate(database)
  const runUnchecked = (statement: string): Promise<void> =>
    database.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(statement).execute(tx)
    })
  return { ...database, runUnchecked }
}

const startShared = async (): Promise<Shared> => {
  const database =
    kind === 'pglite' ? await startPglite() : await (await import('./postgres.ts')).connectUnchecked(inject('postgresTemplate'))
  const tables = await tablesOf(database.db)
  const made = { ...database, tables, first: await rowsOf(database.db, tables), prepared: new Set<Prepare>(), schema: '' }
  await createEmptyFunction(made)
  return { ...made, schema: await schemaOf(made.db) }
}

/** Differs after every change of the schema by a test that is not undone. */
const schemaOf = async (db: Db): Promise<string> => {
  const { rows } = await sql<Record<string, unknown>>`select
    (select count(*) from pg_class) as classes, (select md5(string_agg(relname, ',' order by oid)) from pg_class) as names,
    (select count(*) from pg_attribute) as columns, (select max(oid) from pg_trigger) as triggers, (select count(*) from pg_trigger) as trigger_count,
    (select max(oid) from pg_proc) as functions, (select max(oid) from pg_constraint) as constraints`.execute(db)
  return JSON.stringify(rows)
}

let isWatched = false

/** Drops a database whose schema the tests of a file have changed, at the end of the file. */
const watchSchema = (): void => {
  if (isWatched) return
  isWatched = true
  afterFile(async () => {
    isWatched = false
    const database = await shared
    if (!database || (await schemaOf(database.db)) === database.schema) return
    shared = undefined
    await database.close()
  })
}

const tablesOf = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema() and tablename not in ('migrations', 'program_state')`.execute(db)
  return rows.map(({ name }) => name)
}

const rowsOf = async (db: Db, tables: readonly string[]): Promise<Map<string, object[]>> => {
  const found = new Map<string, object[]>()
  for (const table of tables) {
    const { rows } = await sql<{ row: object }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(db)
    if (rows.length > 0)
      found.set(
        table,
        rows.map(({ row }) => row),
      )
  }
  return found
}

/**
 * Makes the function that empties all tables. It is a function because PostgreSQL keeps its plans, which take most of the time. The
 * tables of a test have a few rows, for which deleting is ten times as fast as truncating, which makes new files for all tables.
 */
const createEmptyFunction = async ({ tables, first, runUnchecked }: Shared): Promise<void> => {
  const deletions = tables.map((table) => `delete from "${table}";`)
  const rowsOfMigrations = [...first].map(
    ([table, rows]) =>
      `insert into "${table}" select (jsonb_populate_recordset(null::"${table}", $rows$${JSON.stringify(rows)}$rows$::jsonb)).*;`,
  )
  await runUnchecked(`create or replace function test_empty() returns void language plpgsql as $$
    begin ${[...deletions, ...rowsOfMigrations].join(' ')} end $$`)
}

/** Adds to the schema of a test's database. Runs once for each database, and on SQLite once for all of them, which are copies. */
export type Prepare = (db: Db) => Promise<void>

const nothing: Prepare = async () => {}

const templates = new Map<Prepare, Promise<Buffer>>()

/** Returns the bytes of a database file with all tables and what `prepare` makes. */
const makeTemplate = async (prepare: Prepare): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-template-'))
  const database = connectMemory()
  try {
    await migrate(database)
    await prepare(database.db)
    const file = join(folder, 'template.sqlite')
    await sql`vacuum into ${file}`.execute(database.db)
    return await readFile(file)
  } finally {
    await database.close()
    await rm(folder, { recursive: true })
  }
}

const templateOf = (prepare: Prepare): Promise<Buffer> => {
  const template = templates.get(prepare) ?? makeTemplate(prepare)
  templates.set(prepare, template)
  return template
}

/**
 * Returns an empty database with all tables and what `prepare` makes. It is closed at the end of the test file; closing it earlier
 * is allowed.
 */
export const testDatabase = async (prepare: Prepare = nothing): Promise<Database> => {
  if (kind === 'sqlite') {
    const database = connectMemory(await templateOf(prepare))
    afterFile(database.close)
    return database
  }
  shared ??= startShared()
  watchSchema()
  const database = await shared
  await database.runUnchecked('select test_empty()')
  // Another instance over the same tables, so that nothing that is cached for a database outlives the emptying.
  const again = { ...database, db: database.db.withTables(), close: async () => {} }
  if (!database.prepared.has(prepare)) {
    await prepare(again.db)
    database.prepared.add(prepare)
    database.tables = await tablesOf(again.db)
    await createEmptyFunction(database)
    database.schema = await schemaOf(again.db)
  }
  return again
}
