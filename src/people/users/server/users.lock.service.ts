import type { Actor } from '#contract/actor.ts'
import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import { assertSameRole } from '#server/sessions/sameRole.ts'

/**
 * Must be the first statement of every transaction that changes people. It serializes them, so that two superadmins who demote each
 * other at once cannot both read before either has written.
 *
 * The caller is checked again: they may have lost their role or their account since the call was admitted.
 */
export const lockPeople = async (tx: Db, me: Actor | null): Promise<void> => {
  await lock(tx, 'users')
  if (me) await assertSameRole(tx, me)
}
