import type { Role } from '#contract/actor.ts'
import { revisionOf } from '#server/db/revisions.ts'
import type { Db } from '#server/db/tables.ts'
import * as rows from './users.list.db.ts'

const known = new WeakMap<Db, { revision: number; totals: Map<Role | undefined, number> }>()

/**
 * How many people there are, or of one role. Counting takes longer the more there are, so it is remembered for as long as the
 * revision says that nobody was changed, by this program or another.
 */
export const totalOf = async (db: Db, role: Role | undefined): Promise<number> => {
  // Read before counting: a write in between makes what is remembered too new for its revision, never too old.
  const revision = await revisionOf(db, 'users')
  const remembered = known.get(db)
  const totals = remembered?.revision === revision ? remembered.totals : new Map<Role | undefined, number>()
  const total = totals.get(role) ?? (await rows.count(db, { role, search: undefined }))
  totals.set(role, total)
  known.set(db, { revision, totals })
  return total
}
