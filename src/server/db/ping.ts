import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** Throws if the database does not respond. */
export const ping = async (db: Db): Promise<void> => {
  await sql`select 1`.execute(db)
}
