import { databaseTime } from '#server/db/databaseClock.ts'
import type { ExtractionsTable } from '#server/db/tables/library.ts'
import type { Db } from '#server/db/tables.ts'
import { textIndexOf } from '#server/db/textIndexOf.ts'
import { wordsOf } from '#server/db/words.ts'

/** Selects contents of documents with ids from `since` on that were never extracted and that nobody extracts now, newest document first. */
export const unread = (db: Db, since: string, limit: number) =>
  db
    .selectFrom('documents')
    .innerJoin('files', 'files.sha256', 'documents.fileSha256')
    .select(['files.sha256', 'files.mediaType'])
    .where('documents.deletedAt', 'is', null)
    .where('documents.id', '>=', since)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('extractions').select('sha256').whereRef('extractions.sha256', '=', 'documents.fileSha256'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('extractionLeases')
            .select('sha256')
            .whereRef('extractionLeases.sha256', '=', 'documents.fileSha256')
            .where('extractionLeases.expiresAt', '>', databaseTime(db)),
        ),
      ),
    )
    .orderBy('documents.id', 'desc')
    .limit(limit)
    .execute()

/** Returns when the oldest document was created whose content was never extracted. */
export const unreadSince = async ({ db }: { db: Db }): Promise<Date | undefined> => {
  const oldest = await db
    .selectFrom('documents')
    .select('createdAt')
    .where('deletedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('extractions').select('sha256').whereRef('extractions.sha256', '=', 'documents.fileSha256'))),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return oldest && new Date(oldest.createdAt)
}

type PageText = { page: number; text: string }

/** Deletes the remains of an interrupted extraction. */
export const forgetTexts = (tx: Db, sha256: string) => tx.deleteFrom('pageTexts').where('sha256', '=', sha256).execute()

/** Stores the texts of pages and adds them to the search index. Must run in a transaction. */
export const addTexts = async (tx: Db, sha256: string, pages: readonly PageText[]): Promise<void> => {
  await tx
    .insertInto('pageTexts')
    .values(pages.map(({ page, text }) => ({ sha256, page, text })))
    .execute()
  await textIndexOf(tx).add(
    tx,
    sha256,
    pages.map(({ page, text }) => ({ page, words: wordsOf(text) })),
  )
}

export const isExtracted = async (db: Db, sha256: string): Promise<boolean> =>
  (await db.selectFrom('extractions').select('sha256').where('sha256', '=', sha256).executeTakeFirst()) !== undefined

/** A node of an earlier version, which takes no lease, may have extracted the same content first, with the same result. */
export const insert = (tx: Db, extraction: ExtractionsTable) =>
  tx
    .insertInto('extractions')
    .values(extraction)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()

/** Deletes everything extracted from these contents. */
export const forgetContents = async (tx: Db, hashes: readonly string[]): Promise<void> => {
  await tx.deleteFrom('pageTexts').where('sha256', 'in', hashes).execute()
  await tx.deleteFrom('extractions').where('sha256', 'in', hashes).execute()
  await tx.deleteFrom('extractionLeases').where('sha256', 'in', hashes).execute()
}
