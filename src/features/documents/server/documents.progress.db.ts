import type { Db } from '#server/db/tables.ts'

export const pageOf = async (db: Db, userId: string, documentId: string): Promise<number | null> => {
  const query = db.selectFrom('readingProgress').select('page').where('userId', '=', userId).where('documentId', '=', documentId)
  return (await query.executeTakeFirst())?.page ?? null
}

/** The last write wins. Writes nothing where the document is missing or deleted: the WHERE clause decides. */
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
