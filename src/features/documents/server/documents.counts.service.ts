import { revisionOf } from '#server/db/revisions.ts'
import type { Db } from '#server/db/tables.ts'
import * as rows from './documents.db.ts'

/** How many documents stand directly in each category; the key of Uncategorized is null. */
export type Counts = ReadonlyMap<string | null, number>

const known = new WeakMap<Db, { revision: number; counts: Counts }>()

/**
 * Counting takes longer the more documents there are, and every list and tree shows counts: so they are remembered for as
 * long as the revision says that nothing has changed, in this program or another.
 */
export const countByCategory = async (db: Db): Promise<Counts> => {
  // Read before counting: a write in between makes the remembered counts too new for their revision, never too old.
  const revision = await revisionOf(db, 'documents')
  const remembered = known.get(db)
  if (remembered?.revision === revision) return remembered.counts
  const counts = await rows.countByCategory(db)
  known.set(db, { revision, counts })
  return counts
}

/** All documents together. */
export const totalOf = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

/** How many documents a list would show. A search is counted each time. */
export const countOf = async (db: Db, filter: rows.Filter): Promise<number> => {
  if (filter.search) return rows.count(db, filter)
  const counts = await countByCategory(db)
  if (filter.category === undefined) return totalOf(counts)
  return counts.get(filter.category === 'none' ? null : filter.category) ?? 0
}
