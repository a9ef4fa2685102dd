import type { Db } from '#server/db/tables.ts'
import type { Place } from '#server/http/cursors.ts'
import { withDetails } from './documents.db.ts'

/** A page of the documents deleted at `since` or later, the last deleted first. */
export const page = (db: Db, since: string, limit: number, after: Place | undefined) =>
  withDetails(db.selectFrom('documents').where('documents.deletedAt', '>=', since))
    .leftJoin('users', 'users.id', 'documents.deletedBy')
    .select(['documents.deletedAt', 'users.name as deletedByName'])
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('documents.deletedAt', 'documents.id'), '<', eb.tuple(after?.at ?? '', after?.id ?? ''))),
    )
    .orderBy('documents.deletedAt', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(limit)
    .execute()

export const count = async (db: Db, since: string): Promise<number> => {
  const counting = db
    .selectFrom('documents')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deletedAt', '>=', since)
  return (await counting.executeTakeFirstOrThrow()).count
}

/** Answers nothing where it lives, is missing, or was deleted before `since`: the WHERE clause is the lock, on both databases. */
export const restore = (db: Db, id: string, since: string) =>
  db
    .updateTable('documents')
    .set({ deletedAt: null, deletedBy: null })
    .where('id', '=', id)
    .where('deletedAt', '>=', since)
    .returning('title')
    .executeTakeFirst()

/**
 * Takes away up to `limit` documents that were deleted before `since`, with all that people kept of them; answers them.
 * They are held first, so that none is restored while its rows go; what is deleted before `since` nobody can restore.
 */
export const purge = async (db: Db, since: string, limit: number): Promise<{ id: string; title: string }[]> => {
  const old = db.selectFrom('documents').select('id').where('deletedAt', '<', since).orderBy('deletedAt').limit(limit)
  const held = await db
    .updateTable('documents')
    .set((eb) => ({ deletedAt: eb.ref('deletedAt') }))
    .where('id', 'in', old)
    .where('deletedAt', '<', since)
    .returning(['id', 'title'])
    .execute()
  const ids = held.map(({ id }) => id)
  if (ids.length === 0) return []
  await db.deleteFrom('favorites').where('documentId', 'in', ids).execute()
  await db.deleteFrom('readingProgress').where('documentId', 'in', ids).execute()
  await db.deleteFrom('documents').where('id', 'in', ids).execute()
  return held
}
