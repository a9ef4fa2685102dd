import { type Kysely, sql } from 'kysely'

/*
 * Indexes by the time of an entry, so that a report as of an earlier day reads only what was entered since, and others for calls that
 * read more the larger the hall was.
 */

const statements = [
  'create index charges_entered on charges (created_at, id)',
  'create index allocations_entered on allocations (created_at, charge_id)',
  'create index payments_by_time_of_void on payments (voided_at, id) where voided_at is not null',
  'create index refunds_by_time_of_void on refunds (voided_at, id) where voided_at is not null',
  'create index writing_stops_by_end on writing_stops (until, user_id)',
  'create index users_deleted on users (deleted_at, id) where deleted_at is not null',
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
