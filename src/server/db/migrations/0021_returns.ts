import { type Kysely, sql } from 'kysely'

/*
 * Indexes of few rows each, for calls that looked through all changes of people in a month, or through all students to find those
 * with a seat.
 */

const statements = [
  // Entries of people who came back after their membership had ended, and corrections of joining dates.
  `create index audit_of_returns on audit (action, at, id)
    where action in ('users.update', 'users.updateTermination') and before like '%"terminationDate":"%' and before like '%"dateJoinedLibrary":"%'`,
  // Students with a seat, in the order of seats, with what decides whether a fee is missing.
  `create index users_in_seats on users (role, seat_number, id, termination_date, date_joined, deleted_at)
    where deleted_at is null and seat_number is not null`,
]

// PostgreSQL reads the whole table as fast.
const onSqlite = ['create index files_by_size on files (size)']

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  for (const statement of [...statements, ...(dialect === 'sqlite' ? onSqlite : [])]) await sql.raw(statement).execute(db)
}
