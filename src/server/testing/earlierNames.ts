import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { earlierMigrations } from '#server/db/earlierMigrations.ts'

/** Turns a migrated database into one of a version before 0.9.0, with all or the first of the earlier migrations. */
export const giveEarlierNames = async ({ db }: Database, count: number = earlierMigrations.length): Promise<void> => {
  await sql`delete from migrations`.execute(db)
  for (const [at, name] of earlierMigrations.slice(0, count).entries())
    await sql`insert into migrations (number, name, applied_at) values (${at + 1}, ${name}, ${`2026-01-${String(at + 1).padStart(2, '0')}`})`.execute(
      db,
    )
}
