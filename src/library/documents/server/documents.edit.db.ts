import { fold } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'

/**
 * The living ones of these documents. They stay as they are answered until the transaction ends: a change that changes
 * nothing locks a row on PostgreSQL, and on SQLite nobody else writes meanwhile.
 */
export const lockRows = (db: Db, ids: readonly string[]) =>
  db
    .updateTable('documents')
    .set({ deletedAt: null })
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .returning(['id', 'title', 'categoryId'])
    .execute()

export type LockedRow = Awaited<ReturnType<typeof lockRows>>[number]

/** What changes of a document; a category of null is Uncategorized. */
export type Change = { title?: string; categoryId?: string | null }

export const change = (db: Db, ids: readonly string[], { title, categoryId }: Change) =>
  db
    .updateTable('documents')
    .set({ ...(title !== undefined && { title, titleFolded: fold(title) }), ...(categoryId !== undefined && { categoryId }) })
    .where('id', 'in', ids)
    .execute()

/** The names of these categories by their ids. */
export const categoryNames = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  const found = ids.length === 0 ? [] : await db.selectFrom('categories').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Returns those that were there: what is missing or was deleted already is left out. The WHERE clause is the lock, on both databases. */
export const remove = (db: Db, ids: readonly string[], at: string, by: string) =>
  db
    .updateTable('documents')
    .set({ deletedAt: at, deletedBy: by })
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .returning(['id', 'title', 'fileName'])
    .execute()
