import { sql } from 'kysely'
import { isSqlite } from './dialect.ts'
import type { Db } from './tables.ts'

/**
 * Writes SQLite's log into the database file and empties it: what was deleted is in the log as it was before. Does as much of it
 * as it can at once; while another program reads or writes, the next call does the rest.
 */
export const emptyLog = async (db: Db): Promise<void> => {
  if (isSqlite(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db)
}
