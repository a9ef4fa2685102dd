import { fold, likeContains } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'
import { categoriesNamed, filtered, isLike, knownOf, living } from './documents.db.ts'
import { fewWithTitle } from './documents.titles.db.ts'

/** Number of documents directly in a category, without deleted ones; null is Uncategorized. */
export type CategoryCount = { category: string | null; count: number }

const byCategory = async (documents: ReturnType<typeof living>): Promise<CategoryCount[]> =>
  documents
    .select((eb) => ['documents.categoryId as category', eb.fn.countAll<number>().as('count')])
    .groupBy('documents.categoryId')
    .execute()

/** Restricts to documents outside of these categories, or in none. */
const elsewhere = (documents: ReturnType<typeof living>, named: ReturnType<typeof categoriesNamed>) =>
  documents.where((eb) => eb.or([eb('documents.categoryId', 'is', null), eb('documents.categoryId', 'not in', named)]))

/** Counts by category the documents that match by title, or by the name of their category or its ancestors. */
export const countTitles = async (db: Db, search: string): Promise<CategoryCount[]> => {
  const known = await knownOf(db, search)
  if (!known.named) return byCategory(filtered(db, { search }, known))
  const named = categoriesNamed(db, likeContains(fold(search)))
  // Documents in these categories are counted already.
  const within = await db
    .selectFrom('documentCounts')
    .select(['categoryId as category', 'count'])
    .where('categoryId', 'in', named)
    .where('count', '>', 0)
    .execute()
  const titled = { named: false, titled: await fewWithTitle(db, fold(search)) }
  return [...within, ...(await byCategory(elsewhere(filtered(db, { search }, titled), named)))]
}

/** Counts the documents that `countTitles` leaves out and that have one of these contents. */
export const countOthers = async (db: Db, search: string, contents: readonly string[]): Promise<number> => {
  if (contents.length === 0) return 0
  const pattern = likeContains(fold(search))
  const others = living(db)
    .where('documents.fileSha256', 'in', contents)
    .where(({ not }) => not(isLike('documents.titleFolded', pattern)))
  const { count } = await elsewhere(others, categoriesNamed(db, pattern))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
