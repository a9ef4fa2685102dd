import type { Db } from '#server/db/tables.ts'
import * as rows from './documents.db.ts'
import * as matches from './documents.matches.db.ts'

/** How many documents stand directly in each category; the key of Uncategorized is null. */
export type Counts = ReadonlyMap<string | null, number>

export const countByCategory = (db: Db): Promise<Counts> => rows.countByCategory(db)

/** All documents together. */
export const totalOf = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

/** How many documents a list would show. */
export const countOf = async (db: Db, filter: rows.Filter): Promise<number> => {
  if (filter.search) return rows.count(db, filter)
  const counts = await countByCategory(db)
  if (filter.category === undefined) return totalOf(counts)
  return counts.get(filter.category === 'none' ? null : filter.category) ?? 0
}

/** For other features: what a search finds by titles and names of categories, and how many more have one of some contents. */
export const { countTitles, countOthers } = matches
