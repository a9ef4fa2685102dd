import { compiled } from '#server/db/compiled.ts'
import type { Db } from '#server/db/tables.ts'
import type { FoundContents, FoundPage } from '#server/db/textIndex.ts'
import { textIndexOf } from '#server/db/textIndexOf.ts'
import type { TextQuery } from '#server/db/words.ts'

/** Maximum number of contents that one search finds, best first, and that its count looks at. */
export const MAX_CONTENTS = 1_000

/** Returns the best page of each content, best content first and in parts; some may belong to no document that is not deleted. */
export const bestPages = (db: Db, query: TextQuery, limit: number): AsyncIterable<FoundPage[]> => textIndexOf(db).find(db, query, limit)

/** Returns the contents that have a matching page, at most `limit` of them. */
export const contentsWith = (db: Db, query: TextQuery, limit: number): Promise<FoundContents> => textIndexOf(db).among(db, query, limit)

/** Selects the documents of these contents that are not deleted, newest first. */
export const livingOf = (db: Db, contents: readonly string[]) =>
  db
    .selectFrom('documents')
    .select(['id', 'fileSha256'])
    .where('fileSha256', 'in', contents)
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()

const ofPage = compiled((db, sha256: string, page: number) =>
  db.selectFrom('pageTexts').select('text').where('sha256', '=', sha256).where('page', '=', page),
)

export const textOf = async (db: Db, { sha256, page }: FoundPage): Promise<string> => (await ofPage(db, sha256, page)).at(0)?.text ?? ''
