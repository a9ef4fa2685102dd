import { type Kysely, sql } from 'kysely'

/*
 * Frozen, as 0001: a change of the schema is another migration. The rows of people who were deleted before kept the dates
 * on which they joined and left.
 */

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`update users set date_joined = null, termination_date = null where deleted_at is not null`.execute(db)
}
