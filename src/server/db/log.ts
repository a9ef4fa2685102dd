import { sql } from 'kysely'
import { isSqlite } from './dialect.ts'
import type { Db } from './tables.ts'

/**
 * Moves SQLite's log into the database file and truncates it, because the log still has deleted data. Does as much as it can at
 * once; if another program reads or writes, the next call does the rest.
 */
export const emptyLog = async (db: Db): Promise<void> => {
  if (isSqlite(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db)
}
