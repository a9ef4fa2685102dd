import { type Kysely, sql } from 'kysely'

/* Frozen, as 0001: a change of the schema is another migration. */

const statements = [
  'drop index users_by_name',
  // A person who looks for people in the order of their names also looks into emails and phone numbers: here, without reading the people.
  'create index users_by_name on users (name_folded, id, email_folded, phone) where deleted_at is null',
]

/** The order of names, with what people are found by. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
