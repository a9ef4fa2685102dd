import { lock } from '#server/db/locks.ts'
import type { Db } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { assertSameCaller } from '#server/sessions/sameRole.ts'

/**
 * Takes the ledger lock until the end of the transaction. Every call that books money begins its transaction with it, or with
 * `lockPeople` before it.
 *
 * The caller is checked again: they may have lost the role or the session since the call was admitted, for instance while it waited.
 */
export const lockLedger = async (tx: Db, ctx: Ctx): Promise<void> => {
  await lock(tx, 'fees')
  await assertSameCaller(tx, ctx)
}
