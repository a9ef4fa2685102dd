import type { Actor } from '#contract/actor.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { Db } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { roleOf } from './sessions.db.ts'
import { liveSession } from './sessions.ts'

/**
 * Throws if the caller has lost the role or the account since the call was admitted. Under the lock `users`, neither can change until
 * the end of the transaction.
 */
export const assertSameRole = async (tx: Db, me: Actor): Promise<void> => {
  const role = await roleOf(tx, me._id)
  if (role === undefined) throw new AppError(commonErrors.notSignedIn)
  if (role !== me.role) throw new AppError(commonErrors.notAllowed)
}

/** Throws if the caller has lost the session, the role or the account since the call was admitted. */
export const assertSameCaller = async (tx: Db, ctx: Ctx): Promise<void> => {
  const session = await liveSession({ ...ctx, db: tx }, ctx.sessionId, ctx.clock())
  if (!session) throw new AppError(commonErrors.notSignedIn)
  if (session.me.role !== ctx.me.role) throw new AppError(commonErrors.notAllowed)
}
