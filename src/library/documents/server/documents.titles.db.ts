import { sql } from 'kysely'
import { isSqlite } from '#server/db/dialect.ts'
import type { Db } from '#server/db/tables.ts'

/** Shorter texts have no trigrams. */
const MIN_CHARACTERS = 3
/** With more matching titles, scanning from the newest document is as fast. */
const MAX_TITLES = 500

/**
 * Returns a superset of the ids of documents whose title contains this folded text; undefined if there are many, the text is short, or the
 * database uses its own index (PostgreSQL).
 */
export const fewWithTitle = async (db: Db, folded: string): Promise<string[] | undefined> => {
  if (!isSqlite(db) || [...folded].length < MIN_CHARACTERS) return undefined
  const phrase = `"${folded.replaceAll('"', '""')}"`
  const { rows } = await sql<{ id: string }>`select document_id as id from search_titles where number in
    (select rowid from search_title_parts where search_title_parts match ${phrase} limit ${MAX_TITLES + 1})`.execute(db)
  return rows.length > MAX_TITLES ? undefined : rows.map(({ id }) => id)
}
