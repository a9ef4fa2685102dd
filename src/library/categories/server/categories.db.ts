import { fold } from '#server/db/fold.ts'
import type { CategoriesTable } from '#server/db/tables/library.ts'
import type { Db } from '#server/db/tables.ts'

export const all = (db: Db) => db.selectFrom('categories').selectAll().execute()

export const count = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('categories')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const exists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('categories').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Selects a category with the name of its parent, which is enough for the path of anything that may be below it. */
export const withParent = (db: Db, id: string) =>
  db
    .selectFrom('categories')
    .leftJoin('categories as parent', 'parent.id', 'categories.parentId')
    .select(['categories.id', 'categories.name', 'categories.level', 'parent.name as parentName'])
    .where('categories.id', '=', id)
    .executeTakeFirst()

/** Returns undefined if a sibling has the name. The unique index decides, so that concurrent writes are safe. */
export const insert = (db: Db, category: Omit<CategoriesTable, 'nameFolded'>) =>
  db
    .insertInto('categories')
    .values({ ...category, nameFolded: fold(category.name) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export type Change = Pick<CategoriesTable, 'name' | 'parentId' | 'level' | 'imageSha256'>

/** Throws a unique violation if a sibling has the name. */
export const update = (db: Db, id: string, change: Change) =>
  db
    .updateTable('categories')
    .set({ ...change, nameFolded: fold(change.name) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Moves categories up or down by this number of levels. */
export const shift = (db: Db, ids: readonly string[], levels: number) =>
  db
    .updateTable('categories')
    .set((eb) => ({ level: eb('level', '+', levels) }))
    .where('id', 'in', ids)
    .execute()

/** Returns the picture of a category if it has this digest. */
export const image = (db: Db, id: string, sha256: string) =>
  db
    .selectFrom('categories')
    .innerJoin('files', 'files.sha256', 'categories.imageSha256')
    .select(['categories.name', 'files.sha256', 'files.size', 'files.mediaType'])
    .where('categories.id', '=', id)
    .where('categories.imageSha256', '=', sha256)
    .executeTakeFirst()

/** Selects the category and all its descendants, deepest first, which is the order in which they can be deleted. */
export const subtree = (db: Db, id: string) => {
  const children = db.selectFrom('categories').select('id').where('parentId', '=', id)
  return db
    .selectFrom('categories')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', id), eb('parentId', '=', id), eb('parentId', 'in', children)]))
    .orderBy('level', 'desc')
    .execute()
}

/** Throws a foreign key violation if a document was added to one of them in the meantime. */
export const remove = (db: Db, ids: readonly string[]) => db.deleteFrom('categories').where('id', 'in', ids).execute()
