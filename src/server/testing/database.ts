import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Selectable, sql } from 'kysely'
import { connectMemory, type Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import type { ConversationsTable, Db } from '#server/db/tables.ts'
import { afterFile } from './afterwards.ts'

/*
 * An empty, migrated database whenever a test asks for one. On SQLite each is another one in memory, a copy of one
 * that was migrated once, since the migrations take longer than most tests; the
 * PostgreSQL dialects have one for the whole test file, emptied at each call. `TEST_DATABASE` picks:
 * `sqlite` (default), `pglite`, or `postgres` (a real server at TEST_POSTGRES_URL).
 */

const kind = process.env.TEST_DATABASE || 'sqlite'

/** `first` are the rows that the migrations make. */
type Shared = Database & { first: Selectable<ConversationsTable>[] }
let shared: Promise<Shared> | undefined

const startShared = async (): Promise<Shared> => {
  const database =
    kind === 'pglite' ? (await import('./pglite.ts')).connectPglite() : await (await import('./postgres.ts')).connectTestPostgres()
  afterFile(async () => {
    shared = undefined
    await database.close()
  })
  await migrate(database)
  return { ...database, first: await database.db.selectFrom('conversations').selectAll().execute() }
}

/** The tables of a test hold a few rows, of which deleting is ten times as fast as truncating: that makes new files for all. */
const empty = async ({ db, first }: Shared): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select quote_ident(tablename) as name from pg_tables
    where schemaname = current_schema() and tablename not in ('migrations', 'journal')`.execute(db)
  await db.transaction().execute(async (tx) => {
    // Neither foreign keys nor triggers are asked, since no table keeps a row.
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const { name } of rows) await sql`delete from ${sql.raw(name)}`.execute(tx)
    await tx.insertInto('conversations').values(first).execute()
    // Its first entry is made by a migration.
    await sql`delete from journal where seq > 1`.execute(tx)
  })
}

/** What a test wants in its database besides the tables. On SQLite it is made once and copied. */
export type Prepare = (db: Db) => Promise<void>

const nothing: Prepare = async () => {}

const templates = new Map<Prepare, Promise<Buffer>>()

/** The bytes of a database file with all tables and what `prepare` makes. */
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

/** Returns an empty database with all tables and what `prepare` makes. It is closed at the end of the test file; closing it earlier is allowed. */
export const testDatabase = async (prepare: Prepare = nothing): Promise<Database> => {
  if (kind === 'sqlite') {
    const database = connectMemory(await templateOf(prepare))
    afterFile(database.close)
    return database
  }
  shared ??= startShared()
  const database = await shared
  await empty(database)
  // Another instance over the same tables, so that nothing that is remembered for a database outlives the emptying.
  const again = { ...database, db: database.db.withTables(), close: async () => {} }
  await prepare(again.db)
  return again
}
