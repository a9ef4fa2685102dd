import { type Expression, sql } from 'kysely'
import type { Db, Tables } from '#server/db/tables.ts'

export type MarkRow = Tables['marks']

/** A person's marks in one document. */
export type Owner = { userId: string; documentId: string }

const owned = (db: Db, { userId, documentId }: Owner) =>
  db.selectFrom('marks').where('userId', '=', userId).where('documentId', '=', documentId)

/** Selects the marks after a change. Without one, deleted marks are of no use to anybody. */
export const changedAfter = (db: Db, owner: Owner, since: number, limit: number): Promise<MarkRow[]> =>
  owned(db, owner)
    .selectAll()
    .where('change', '>', since)
    .$if(since === 0, (query) => query.where('kind', '!=', 'deleted'))
    .orderBy('change')
    .limit(limit)
    .execute()

export const byId = (db: Db, owner: Owner, id: string): Promise<MarkRow | undefined> =>
  owned(db, owner).selectAll().where('id', '=', id).executeTakeFirst()

/** Counts a change. The row stays locked until the transaction ends, so changes of one person are committed in their order. */
export const nextChange = async (tx: Db, userId: string): Promise<number> => {
  const counting = tx
    .insertInto('markChanges')
    .values({ userId, last: 1 })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ last: sql`mark_changes.last + 1` }))
    .returning('last')
  return (await counting.executeTakeFirstOrThrow()).last
}

const count = async (counted: { executeTakeFirstOrThrow: () => Promise<{ count: number }> }): Promise<number> =>
  (await counted.executeTakeFirstOrThrow()).count

export const countInDocument = (db: Db, owner: Owner): Promise<number> =>
  count(
    owned(db, owner)
      .where('kind', '!=', 'deleted')
      .select((eb) => eb.fn.countAll<number>().as('count')),
  )

/** Counts deleted marks too. */
export const countOfPerson = (db: Db, userId: string): Promise<number> =>
  count(
    db
      .selectFrom('marks')
      .where('userId', '=', userId)
      .select((eb) => eb.fn.countAll<number>().as('count')),
  )

export const write = async (tx: Db, row: MarkRow): Promise<void> => {
  const { userId: _, documentId: __, id: ___, ...changed } = row
  await tx
    .insertInto('marks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'documentId', 'id']).doUpdateSet(changed))
    .execute()
}

/** The order of a file for reading: by document, page, and place on the page. */
const place = (column: Expression<number | null>) => sql<number>`coalesce(${column}, -1)`

/** The end of a part of such a file. */
export type LastRead = { documentId: string; page: number; start: number; id: string }

/** Selects marks that are not deleted, of documents that are not, in the order of a file for reading. */
export const inOrder = (db: Db, userId: string, documentId: string | undefined, after: LastRead | undefined, limit: number) =>
  db
    .selectFrom('marks')
    .innerJoin('documents', 'documents.id', 'marks.documentId')
    .select(['marks.id', 'marks.documentId', 'documents.title', 'marks.kind', 'marks.page', 'marks.quote', 'marks.note', 'startPosition'])
    .where('marks.userId', '=', userId)
    .where('marks.kind', '!=', 'deleted')
    .where('documents.deletedAt', 'is', null)
    .$if(documentId !== undefined, (query) => query.where('marks.documentId', '=', documentId ?? ''))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('marks.documentId', 'marks.page', place(eb.ref('marks.startPosition')) as never, 'marks.id'),
          '>',
          eb.tuple(after?.documentId ?? '', after?.page ?? 0, after?.start ?? 0, after?.id ?? '') as never,
        ),
      ),
    )
    .orderBy('marks.documentId')
    .orderBy('marks.page')
    .orderBy((eb) => place(eb.ref('marks.startPosition')))
    .orderBy('marks.id')
    .limit(limit)
    .execute()

export const onPersonDeleted = async (tx: Db, userId: string): Promise<void> => {
  await tx.deleteFrom('marks').where('userId', '=', userId).execute()
  await tx.deleteFrom('markChanges').where('userId', '=', userId).execute()
}

export const removeOfDocuments = async (tx: Db, documentIds: readonly string[]): Promise<void> => {
  await tx.deleteFrom('marks').where('documentId', 'in', documentIds).execute()
}
