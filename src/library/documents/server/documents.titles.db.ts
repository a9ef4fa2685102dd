import { sql } from 'kysely'
import { isSqlite } from '#server/db/dialect.ts'
import type { Db } from '#server/db/tables.ts'

/** Fewer characters have no trigram. */
const MIN_CHARACTERS = 3
/** Where more titles have it, looking at all of them from the newest on takes no longer. */
const MAX_TITLES = 500

/**
 * Ids of documents among which are all whose title has this folded text in it; nothing where they are many, the text is short,
 * or the database finds them by itself (PostgreSQL, by an index of its own).
 */
export const fewWithTitle = async (db: Db, folded: string): Promise<string[] | undefined> => {
  if (!isSqlite(db) || [...folded].length < MIN_CHARACTERS) return undefined
  const phrase = `"${folded.replaceAll('"', '""')}"`
  const { rows } = await sql<{ id: string }>`select document_id as id from search_titles where number in
    (select rowid from search_title_parts where search_title_parts match ${phrase} limit ${MAX_TITLES + 1})`.execute(db)
  return rows.length > MAX_TITLES ? undefined : rows.map(({ id }) => id)
}
