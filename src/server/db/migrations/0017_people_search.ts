import { type Kysely, sql } from 'kysely'

/* Frozen, as 0001: a change of the schema is another migration. */

/** The digits of a phone number, of which searches look for a part. Queries use the same expression, so that the index is used. */
const digits = ['-', '+', '(', ')', '.'].reduce((text, sign) => `replace(${text}, '${sign}', '')`, `replace(phone, ' ', '')`)

/** One index that has everything in which people are searched for. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(`create index users_by_text on users (name_folded, email_folded, (${digits}), id) where deleted_at is null`).execute(db)
}
