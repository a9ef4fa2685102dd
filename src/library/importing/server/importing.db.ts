import type { Db } from '#server/db/tables.ts'

/** A person who has been superadmin the longest, of those who are: ids rise. */
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

/** Whether a living document with this title and this content stands directly in this category. */
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
