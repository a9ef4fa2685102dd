import { revisionOf } from '#server/db/revisions.ts'
import type { Db } from '#server/db/tables.ts'
import * as rows from './documents.db.ts'

/** How many documents stand directly in each category; the key of Uncategorized is null. */
export type Counts = ReadonlyMap<string | null, number>

const known = new WeakMap<Db, { revision: number; counts: Counts }>()

/** The counts of this revision, where they were counted already. */
const remembered = (db: Db, revision: number): Counts | undefined => {
  const last = known.get(db)
  return last?.revision === revision ? last.counts : undefined
}

/**
 * Counting takes longer the more documents there are, and every list and tree shows counts: so they are remembered for as
 * long as the revision says that nothing has changed, in this program or another.
 */
export const countByCategory = async (db: Db): Promise<Counts> => {
  // Read before counting: a write in between makes the remembered counts too new for their revision, never too old.
  const revision = await revisionOf(db, 'documents')
  const counts = remembered(db, revision) ?? (await rows.countByCategory(db))
  known.set(db, { revision, counts })
  return counts
}

/** All documents together. */
export const totalOf = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

/** How many documents a list would show. A search is counted each time. */
export const countOf = async (db: Db, filter: rows.Filter): Promise<number> => {
  if (filter.search) return rows.count(db, filter)
  if (filter.category === undefined) return totalOf(await countByCategory(db))
  const counts = remembered(db, await revisionOf(db, 'documents'))
  // One category is counted far sooner than all of them.
  if (!counts) return rows.count(db, filter)
  return counts.get(filter.category === 'none' ? null : filter.category) ?? 0
}
