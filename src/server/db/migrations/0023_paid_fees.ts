import { type Kysely, sql } from 'kysely'

/* Frozen, as 0001: a change of the schema is another migration. */

/** The list of paid fees in its order: without it all fees of the last months that are still open are read first. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('create index charges_settled on charges (period, id) where settled_at is not null').execute(db)
}
