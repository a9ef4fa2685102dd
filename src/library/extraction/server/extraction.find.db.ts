import { compiled } from '#server/db/compiled.ts'
import type { Db } from '#server/db/tables.ts'

const ofContent = compiled((db, sha256: string) => db.selectFrom('extractions').select(['outcome', 'pages']).where('sha256', '=', sha256))

/** Returns the outcome of the extraction of a content; undefined if it was not extracted yet. */
export const readingOf = async (db: Db, sha256: string) => (await ofContent(db, sha256)).at(0)

const someTexts = compiled((db, sha256: string, after: number, limit: number) =>
  db.selectFrom('pageTexts').select(['page', 'text']).where('sha256', '=', sha256).where('page', '>', after).orderBy('page').limit(limit),
)

/** Selects the texts of the next pages of a content that have any. */
export const textsAfter = (db: Db, sha256: string, after: number, limit: number) => someTexts(db, sha256, after, limit)
