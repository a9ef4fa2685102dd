import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import { assertSameCaller, type Caller } from '#server/sessions/sameRole.ts'

/**
 * Must be the first statement of every transaction that changes people. It serializes them, so that two superadmins who demote each
 * other at once cannot both read before either has written.
 *
 * The caller is checked again: they may have lost their session, role or account since the call was admitted. A program has none.
 */
export const lockPeople = async (tx: Db, ctx: Caller | { me: null }): Promise<void> => {
  await lock(tx, 'users')
  if (ctx.me !== null) await assertSameCaller(tx, ctx)
}
