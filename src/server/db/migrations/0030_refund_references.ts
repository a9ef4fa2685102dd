import { type Kysely, sql } from 'kysely'

/*
 * Frozen, as 0001: a change of the schema is another migration. References of refunds are compared as those of payments are, by
 * their last six characters; where one is used again, the reason is kept.
 */

const dialects = { sqlite: 'text', postgres: 'text collate "C"' }

export const up = async (db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> => {
  await sql.raw(`alter table refunds add column reference_reason ${dialects[dialect]} not null default ''`).execute(db)
  // Blanks in front, so that a shorter reference is its own end on both databases.
  const end = `substr('      ' || lower(replace(reference, ' ', '')), length(replace(reference, ' ', '')) + 1)`
  await sql.raw(`create index refunds_by_reference_end on refunds ((${end})) where reference <> ''`).execute(db)
}
