import { sql } from 'kysely'
import type { Db, Tables } from '#server/db/tables.ts'

/** Hides a table while `work` runs, so that queries on it fail in an unexpected way. */
export const withoutTable = async (db: Db, table: keyof Tables, work: () => Promise<void>): Promise<void> => {
  const rename = (from: string, to: string) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db)
  await rename(table, 'taken_away')
  try {
    await work()
  } finally {
    await rename('taken_away', table)
  }
}
