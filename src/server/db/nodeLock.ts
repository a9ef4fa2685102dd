import { sql } from 'kysely'
import type { Db } from './tables.ts'

/**
 * Does `work` unless another process of the installation is at it; returns whether it did. For PostgreSQL, which lets go of the
 * lock itself when the process ends, however it ends. One connection is taken as long as it lasts.
 */
export const whileNoOtherNode = (db: Db, name: string, work: () => Promise<void>): Promise<boolean> =>
  db.connection().execute(async (connection) => {
    const key = sql`hashtextextended(${`carrel ${name}`}, 0)`
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${key}) as taken`.execute(connection)
    if (!rows[0]?.taken) return false
    try {
      await work()
      return true
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
