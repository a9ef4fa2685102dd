import type { User } from '#features/users/users.contract.ts'
import { transact } from '#server/db/transact.ts'
import { deviceOf, startSession } from '#server/http/sessions.ts'
import type { OpenCtx } from '#server/platform.ts'
import type { SignedIn } from '../accounts.contract.ts'
import * as rows from './accounts.db.ts'

/** Starts a session for somebody whose right to it has been judged. */
export const startFor = async (ctx: OpenCtx, user: User): Promise<SignedIn> => {
  const { token } = await transact(ctx.db, async (tx) => {
    await rows.rememberAddress(tx, user._id, ctx.address, ctx.now.toISOString())
    return startSession(ctx, tx, { userId: user._id, device: deviceOf(ctx.userAgent), now: ctx.now })
  })
  return { token, user }
}

