import type { RawBuilder } from 'kysely'
import { compiled } from '#server/db/compiled.ts'
import type { Db } from '#server/db/tables.ts'
import type { FoundPage } from '#server/db/textIndex.ts'
import { textIndexOf } from '#server/db/textIndexOf.ts'
import type { TextQuery } from '#server/db/words.ts'

/** Selects the best page of each content, best content first; some may belong to no document that is not deleted. */
export const bestPages = (db: Db, query: TextQuery, limit: number): Promise<FoundPage[]> => textIndexOf(db).find(db, query, limit)

/** Passes all contents with a matching page to `use`, as a subquery. */
export const amongContents = <T>(db: Db, query: TextQuery, use: (db: Db, contents: RawBuilder<string>) => Promise<T>): Promise<T> =>
  textIndexOf(db).among(db, query, use)

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
