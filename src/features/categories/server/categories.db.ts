import { fold } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'

export const all = (db: Db) => db.selectFrom('categories').selectAll().execute()

export const count = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('categories')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** A category with the name of the one above it, which is enough for the path of anything that can be below it. */
export const withParent = (db: Db, id: string) =>
  db
    .selectFrom('categories')
    .leftJoin('categories as parent', 'parent.id', 'categories.parentId')
    .select(['categories.id', 'categories.name', 'categories.level', 'parent.name as parentName'])
    .where('categories.id', '=', id)
    .executeTakeFirst()

type NewCategory = { id: string; name: string; parentId: string | null; level: number; createdAt: string }

/** Answers nothing where a sibling has the name: the unique index decides, whoever else writes. */
export const insert = (db: Db, category: NewCategory) =>
  db
    .insertInto('categories')
    .values({ ...category, imageSha256: null, nameFolded: fold(category.name) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

/** The category and everything below it, deepest first, so that they can be deleted in this order. */
export const subtree = (db: Db, id: string) => {
  const children = db.selectFrom('categories').select('id').where('parentId', '=', id)
  return db
    .selectFrom('categories')
    .select(['id', 'name', 'level'])
    .where((eb) => eb.or([eb('id', '=', id), eb('parentId', '=', id), eb('parentId', 'in', children)]))
    .orderBy('level', 'desc')
    .execute()
}

/** Fails with a foreign key violation where something has come below one of them in the meantime. */
export const remove = (db: Db, ids: readonly string[]) => db.deleteFrom('categories').where('id', 'in', ids).execute()
