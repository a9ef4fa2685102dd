import { sql } from 'kysely'
import type { Db } from './tables.ts'

/**
 * Runs `work` unless another process of the installation runs it; returns whether it did. For PostgreSQL, which releases the lock
 * itself whenever the process ends. It uses one connection while it runs.
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
