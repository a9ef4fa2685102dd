import { AppError } from '#contract/errors.ts'
import { lockPassword } from '#features/users/server/users.service.ts'
import type { User } from '#features/users/users.contract.ts'
import { networkOf } from '#server/http/network.ts'
import type { OpenCtx } from '#server/platform.ts'
import { deviceOf, startSession } from '#server/sessions/sessions.ts'
import { accountErrors, type SignedIn } from '../accounts.contract.ts'
import * as rows from './accounts.db.ts'

/**
 * Starts a session for somebody whose right to it has been judged by this password's hash. Throws `wrongSignIn` where
 * the password was changed meanwhile.
 */
export const startFor = async (ctx: OpenCtx, user: User, passwordHash: string): Promise<SignedIn> => {
  const { token } = await ctx.transact(async (tx) => {
    if (!(await lockPassword(tx, user._id, passwordHash))) throw new AppError(accountErrors.wrongSignIn)
    await rows.rememberAddress(tx, user._id, networkOf(ctx.address), ctx.now.toISOString())
    return startSession(ctx, tx, { userId: user._id, device: deviceOf(ctx.userAgent), now: ctx.now })
  })
  return { token, user: { ...user, timeZone: ctx.config.timeZone } }
}
