import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { isDiskFull } from './violations.ts'

/** Since this version of the file what is deleted is overwritten. */
const OVERWRITING = 1

/**
 * Rewrites, once, a SQLite file that an earlier version has written: what was deleted then may still stand in its unused
 * parts. Where there is no room for a second file the next start tries it again.
 */
export const rewriteOnce = async ({ db, dialect }: Database, isNew: boolean): Promise<void> => {
  if (dialect !== 'sqlite') return
  const { rows } = await sql<{ userVersion: number }>`pragma user_version`.execute(db)
  if ((rows[0]?.userVersion ?? 0) >= OVERWRITING) return
  try {
    if (!isNew) await sql`vacuum`.execute(db)
    await sql`pragma user_version = ${sql.lit(OVERWRITING)}`.execute(db)
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}
