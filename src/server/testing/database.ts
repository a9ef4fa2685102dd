import { sql } from 'kysely'
import { connectMemory, type Database } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { afterFile } from './afterwards.ts'

/*
 * An empty, migrated database whenever a test asks for one. On SQLite each is another one in memory; the
 * PostgreSQL dialects have one for the whole test file, emptied at each call. `TEST_DATABASE` picks:
 * `sqlite` (default), `pglite`, or `postgres` (a real server at TEST_POSTGRES_URL).
 */

const kind = process.env.TEST_DATABASE || 'sqlite'

let shared: Promise<Database> | undefined

const startShared = async (): Promise<Database> => {
  const database =
    kind === 'pglite' ? (await import('./pglite.ts')).connectPglite() : await (await import('./postgres.ts')).connectTestPostgres()
  afterFile(async () => {
    shared = undefined
    await database.close()
  })
  await migrate(database)
  return database
}

/** The tables of a test hold a few rows, of which deleting is ten times as fast as truncating: that makes new files for all. */
const empty = async ({ db }: Database): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select quote_ident(tablename) as name from pg_tables
    where schemaname = current_schema() and tablename <> 'migrations'`.execute(db)
  await db.transaction().execute(async (tx) => {
    // Neither foreign keys nor triggers are asked, since no table keeps a row.
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const { name } of rows) await sql`delete from ${sql.raw(name)}`.execute(tx)
  })
}

/** Returns an empty database with all tables. It is closed at the end of the test file; closing it earlier is allowed. */
export const testDatabase = async (): Promise<Database> => {
  if (kind === 'sqlite') {
    const database = connectMemory()
    afterFile(database.close)
    await migrate(database)
    return database
  }
  shared ??= startShared()
  const database = await shared
  await empty(database)
  // Another instance over the same tables, so that nothing that is remembered for a database outlives the emptying.
  return { ...database, db: database.db.withTables(), close: async () => {} }
}
