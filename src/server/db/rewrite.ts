import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { isDiskFull } from './violations.ts'

/** From this version of the file on, deleted data is overwritten. */
const OVERWRITING = 1

/**
 * Rewrites once a SQLite file of an earlier version, whose unused parts may still contain deleted data. If there is no room for a
 * second file, the next start tries again.
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
