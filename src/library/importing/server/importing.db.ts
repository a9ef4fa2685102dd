import type { Db } from '#server/db/tables.ts'

/** Selects the superadmin with the oldest account: ids are ascending. */
export const firstSuperadmin = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', '=', 'superadmin')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

type Placed = { title: string; categoryId: string | null; sha256: string }

/** Returns whether a document with this title and content is directly in this category and not deleted. */
export const exists = async (db: Db, { title, categoryId, sha256 }: Placed): Promise<boolean> => {
  const query = db
    .selectFrom('documents')
    .select('id')
    .where('fileSha256', '=', sha256)
    .where('title', '=', title)
    .where('categoryId', categoryId === null ? 'is' : '=', categoryId)
    .where('deletedAt', 'is', null)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}
