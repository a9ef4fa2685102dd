import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Counts the categories whose stored number of documents is wrong. */
export const wrongCounts = async (db: Db): Promise<number> => {
  const counted = sql`select coalesce(category_id, '') as category_id, count(*) as count from documents where deleted_at is null group by 1`
  const { rows } = await sql<{ wrong: number }>`select count(*) as wrong from (
    select category_id, sum(count) as difference from (
      select category_id, count from document_counts union all select category_id, -count from (${counted}) as counted
    ) as both_sides group by category_id) as compared where difference <> 0`.execute(db)
  return rows[0]?.wrong ?? 0
}
