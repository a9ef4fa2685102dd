import { type Kysely, sql } from 'kysely'

/*
 * Frozen, as 0001: a change of the schema is another migration. The id that a browser gives an upload, so that one whose answer
 * was lost can be sent again.
 */

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  await sql.raw(`alter table documents add column client_id text${dialect === 'postgres' ? ' collate "C"' : ''}`).execute(db)
  await sql`create unique index documents_by_client_id on documents (client_id)`.execute(db)
}
