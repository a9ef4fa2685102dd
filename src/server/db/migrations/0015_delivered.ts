import { type Kysely, sql } from 'kysely'

/* Up to which message a device of each member has received a conversation. What was read has been received. */

const statements = [
  'alter table conversation_reads add column delivered_seq integer not null default 0',
  'update conversation_reads set delivered_seq = read_seq',
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
