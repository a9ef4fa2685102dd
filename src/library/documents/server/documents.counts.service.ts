import type { Db } from '#server/db/tables.ts'
import * as rows from './documents.db.ts'
import * as matches from './documents.matches.db.ts'

/** Number of documents directly in each category; the key of Uncategorized is null. */
export type Counts = ReadonlyMap<string | null, number>

export const countByCategory = (db: Db): Promise<Counts> => rows.countByCategory(db)

/** Returns the number of all documents. */
export const totalOf = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

/** Returns the number of documents that a list with this filter contains. */
export const countOf = async (db: Db, filter: rows.Filter): Promise<number> => {
  if (filter.search) return rows.count(db, filter)
  const counts = await countByCategory(db)
  if (filter.category === undefined) return totalOf(counts)
  return counts.get(filter.category === 'none' ? null : filter.category) ?? 0
}

/** For other features: counts matches by title and category name, and further documents that have one of the given contents. */
export const { countTitles, countOthers } = matches
