import type { Db } from '#server/db/tables.ts'

/** Students whose account works on this day of the institution's calendar. */
export const countActiveStudents = async (db: Db, today: string): Promise<number> => {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('role', '=', 'student')
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or([eb('terminationDate', 'is', null), eb('terminationDate', '>=', today)]))
    .executeTakeFirstOrThrow()
  return count
}

/** What a person has begun and not finished, the last read first; the last page of those whose pages are counted ends it. */
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
