import { type Kysely, sql } from 'kysely'

/*
 * For calls that read more the larger the hall was: sums of a search in fees, the worklist of those who were not reminded, and the
 * students of each shift.
 */

const statements = [
  'create index charges_part_paid on charges (user_id, paid_amount) where settled_at is null and paid_amount > 0',
  'create index reminders_by_time on reminders (created_at, user_id)',
  'create index users_by_slot on users (slot, id, deleted_at) where slot is not null and deleted_at is null',
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
