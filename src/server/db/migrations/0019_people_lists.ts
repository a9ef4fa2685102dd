import { type Kysely, sql } from 'kysely'

/* Frozen, as 0001: a change of the schema is another migration. */

const digits = ['-', '+', '(', ')', '.'].reduce((text, sign) => `replace(${text}, '${sign}', '')`, `replace(phone, ' ', '')`)

const statements = [
  /*
   * SQLite prefers an index that has everything a question reads, and otherwise takes any that fits, the newest first: so each of
   * these also has the column that all questions about people read.
   */
  'drop index users_of_role_by_last_day',
  'drop index users_working',
  'create index users_working on users (role, termination_date, deleted_at) where deleted_at is null',
  'drop index users_by_text',
  `create index users_by_text on users (name_folded, email_folded, (${digits}), id, deleted_at) where deleted_at is null`,
  // Lists of those who have a seat, newest first and in the order of the last day.
  'create index users_seated on users (id, seat_number, role, termination_date, deleted_at) where deleted_at is null and seat_number is not null',
  'drop index users_by_last_day',
  `create index users_by_last_day on users (termination_date, id, seat_number, role, deleted_at)
    where deleted_at is null and termination_date is not null`,
]

/** Lists and searches of people that read an index alone. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
