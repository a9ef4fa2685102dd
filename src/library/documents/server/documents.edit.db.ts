import { fold } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'

/**
 * Selects and locks these documents, without deleted ones. They cannot change until the transaction ends: on PostgreSQL an update without
 * effect locks the rows, and SQLite has a single writer.
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

/** Changed fields of a document; a category of null is Uncategorized. */
export type Change = { title?: string; categoryId?: string | null }

export const change = (db: Db, ids: readonly string[], { title, categoryId }: Change) =>
  db
    .updateTable('documents')
    .set({ ...(title !== undefined && { title, titleFolded: fold(title) }), ...(categoryId !== undefined && { categoryId }) })
    .where('id', 'in', ids)
    .execute()

/** Returns the names of these categories by id. */
export const categoryNames = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  const found = ids.length === 0 ? [] : await db.selectFrom('categories').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

/**
 * Deletes documents and returns those that existed; missing or already deleted ones are skipped. The WHERE clause acts as the lock, on both
 * databases.
 */
export const remove = (db: Db, ids: readonly string[], at: string, by: string) =>
  db
    .updateTable('documents')
    .set({ deletedAt: at, deletedBy: by })
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .returning(['id', 'title', 'fileName'])
    .execute()
