import { type Kysely, sql } from 'kysely'

/*
 * Frozen, as 0001: a change of the schema is another migration. Messages whose words in SQLite's index are out of date: `words`
 * are in its pages and have to be erased, and `new_words` are to be written instead, or nothing where the message was deleted.
 */

const sqlite = 'create table search_message_changes (number integer not null primary key, words text not null, new_words text) strict'

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  if (dialect === 'sqlite') await sql.raw(sqlite).execute(db)
}
