import { isSuperadmin } from '#contract/actor.ts'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/db/tables.ts'
import { userErrors } from '../users.errors.contract.ts'
import * as rows from './users.db.ts'

const isLasting = ({ role, terminationDate }: rows.UserRow): boolean => isSuperadmin({ role }) && terminationDate === null

/**
 * Throws if a change, or a deletion (`after` is undefined), leaves no superadmin without an end. Requires `lockPeople`, so that
 * nobody else changes this concurrently.
 */
export const assertSuperadminRemains = async (tx: Db, before: rows.UserRow, after: rows.UserRow | undefined): Promise<void> => {
  if (!isLasting(before) || (after && isLasting(after)) || (await rows.hasOtherSuperadmin(tx, before.id))) return
  const field = after && (isSuperadmin(after) ? 'terminationDate' : 'role')
  throw new AppError(userErrors.lastSuperadmin, { field })
}
