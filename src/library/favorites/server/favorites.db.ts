import { type SqlBool, sql } from 'kysely'
import { fold, likeContains } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'
import type { Place } from '#server/http/paging.ts'

const ofPerson = (db: Db, userId: string, search: string | undefined) =>
  db
    .selectFrom('favorites')
    .innerJoin('documents', 'documents.id', 'favorites.documentId')
    .where('favorites.userId', '=', userId)
    .where('documents.deletedAt', 'is', null)
    .$if(!!search, (query) =>
      query.where(sql<SqlBool>`${sql.ref('documents.titleFolded')} like ${likeContains(fold(search ?? ''))} escape '\\'`),
    )

/** Selects a page of a person's favourites, most recently added first; ids break ties. */
export const page = (db: Db, userId: string, search: string | undefined, limit: number, after: Place | undefined): Promise<Place[]> =>
  ofPerson(db, userId, search)
    .select(['favorites.createdAt as at', 'favorites.documentId as id'])
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('favorites.createdAt', 'favorites.documentId'), '<', eb.tuple(after?.at ?? '', after?.id ?? ''))),
    )
    .orderBy('favorites.createdAt', 'desc')
    .orderBy('favorites.documentId', 'desc')
    .limit(limit)
    .execute()

export const count = async (db: Db, userId: string, search?: string): Promise<number> => {
  const counting = ofPerson(db, userId, search).select((eb) => eb.fn.countAll<number>().as('count'))
  return (await counting.executeTakeFirstOrThrow()).count
}

export const lastAddedAt = async (db: Db, userId: string): Promise<string | null> => {
  const last = db
    .selectFrom('favorites')
    .select((eb) => eb.fn.max('createdAt').as('at'))
    .where('userId', '=', userId)
  return (await last.executeTakeFirst())?.at ?? null
}

/** The primary key allows one row per pair; adding again keeps the first. */
export const insert = (db: Db, userId: string, documentId: string, createdAt: string) =>
  db
    .insertInto('favorites')
    .values({ userId, documentId, createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const remove = (db: Db, userId: string, documentId: string) =>
  db.deleteFrom('favorites').where('userId', '=', userId).where('documentId', '=', documentId).execute()

export const onPersonDeleted = async (tx: Db, userId: string): Promise<void> => {
  await tx.deleteFrom('favorites').where('userId', '=', userId).execute()
}

export const removeOfDocuments = async (tx: Db, documentIds: readonly string[]): Promise<void> => {
  await tx.deleteFrom('favorites').where('documentId', 'in', documentIds).execute()
}
