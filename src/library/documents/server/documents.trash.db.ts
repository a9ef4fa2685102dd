import type { NotNull } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { Place } from '#server/http/paging.ts'
import { withDetails } from './documents.db.ts'

/** Selects a page of the documents deleted at or after `since`, most recently deleted first. */
export const page = (db: Db, since: string, limit: number, after: Place | undefined) =>
  withDetails(db.selectFrom('documents').where('documents.deletedAt', '>=', since))
    .leftJoin('users', 'users.id', 'documents.deletedBy')
    .select(['documents.deletedAt as at', 'users.name as deletedByName'])
    .$narrowType<{ at: NotNull }>()
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

/**
 * Selects those of these documents that were deleted at or after `since` and locks them by an update without effect, so that each is
 * restored once and none is purged at the same time. The WHERE clause acts as the lock, on both databases.
 */
export const lockDeleted = (tx: Db, ids: readonly string[], since: string) =>
  tx
    .updateTable('documents')
    .set((eb) => ({ deletedAt: eb.ref('deletedAt') }))
    .where('id', 'in', ids)
    .where('deletedAt', '>=', since)
    .returning(['id', 'deletedAt', 'deletedBy'])
    .$narrowType<{ deletedAt: NotNull }>()
    .execute()

export const restore = (tx: Db, ids: readonly string[]) =>
  tx.updateTable('documents').set({ deletedAt: null, deletedBy: null }).where('id', 'in', ids).execute()

/**
 * Selects up to `limit` documents that were deleted before `since` and locks them by an update without effect, so that none is restored
 * while rows that refer to it are deleted.
 */
export const lockOld = (tx: Db, since: string, limit: number) => {
  const old = tx.selectFrom('documents').select('id').where('deletedAt', '<', since).orderBy('deletedAt').limit(limit)
  return tx
    .updateTable('documents')
    .set((eb) => ({ deletedAt: eb.ref('deletedAt') }))
    .where('id', 'in', old)
    .where('deletedAt', '<', since)
    .returning(['id', 'title'])
    .execute()
}

export const purge = (tx: Db, ids: readonly string[]) => tx.deleteFrom('documents').where('id', 'in', ids).execute()
