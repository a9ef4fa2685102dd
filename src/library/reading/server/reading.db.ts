import type { Db } from '#server/db/tables.ts'

export const pageOf = async (db: Db, userId: string, documentId: string): Promise<number | null> => {
  const query = db.selectFrom('readingProgress').select('page').where('userId', '=', userId).where('documentId', '=', documentId)
  return (await query.executeTakeFirst())?.page ?? null
}

/** The last write wins. Writes nothing if the document is missing or deleted; the WHERE clause decides. */
export const save = async (db: Db, { userId, documentId, page, at }: { userId: string; documentId: string; page: number; at: string }) => {
  const living = db
    .selectFrom('documents')
    .select((eb) => [eb.val(userId).as('userId'), 'id', eb.cast<number>(eb.val(page), 'integer').as('page'), eb.val(at).as('updatedAt')])
    .where('id', '=', documentId)
    .where('deletedAt', 'is', null)
  await db
    .insertInto('readingProgress')
    .columns(['userId', 'documentId', 'page', 'updatedAt'])
    .expression(living)
    .onConflict((conflict) => conflict.columns(['userId', 'documentId']).doUpdateSet({ page, updatedAt: at }))
    .execute()
}

/**
 * Selects a person's started and unfinished documents, most recently read first. Reaching the last page of a document with a known page
 * count finishes it.
 */
export const lastRead = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('readingProgress')
    .innerJoin('documents', 'documents.id', 'readingProgress.documentId')
    .leftJoin('extractions', 'extractions.sha256', 'documents.fileSha256')
    .select(['readingProgress.documentId', 'readingProgress.page', 'readingProgress.updatedAt'])
    .where('readingProgress.userId', '=', userId)
    .where('readingProgress.page', '>', 1)
    .where('documents.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('extractions.pages', 'is', null), eb('readingProgress.page', '<', eb.ref('extractions.pages'))]))
    .orderBy('readingProgress.updatedAt', 'desc')
    .orderBy('readingProgress.documentId', 'desc')
    .limit(limit)
    .execute()

export const onPersonDeleted = async (tx: Db, userId: string): Promise<void> => {
  await tx.deleteFrom('readingProgress').where('userId', '=', userId).execute()
}

export const removeOfDocuments = async (tx: Db, documentIds: readonly string[]): Promise<void> => {
  await tx.deleteFrom('readingProgress').where('documentId', 'in', documentIds).execute()
}
