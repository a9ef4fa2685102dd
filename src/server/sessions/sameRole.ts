import { AppError, commonErrors } from '#contract/errors.ts'
import type { Db } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { liveSession } from './sessions.ts'

export type Caller = Pick<Ctx, 'config' | 'clock' | 'me' | 'sessionId'>

/**
 * Throws if the caller has lost the session, the role or the account since the call was admitted. Under the lock `users`, neither the
 * role nor the account can change until the end of the transaction.
 */
export const assertSameCaller = async (tx: Db, { config, clock, me, sessionId }: Caller): Promise<void> => {
  const session = await liveSession({ config, db: tx }, sessionId, clock())
  if (!session) throw new AppError(commonErrors.notSignedIn)
  if (session.me.role !== me.role) throw new AppError(commonErrors.notAllowed)
}
