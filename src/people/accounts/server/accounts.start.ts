import { AppError } from '#contract/errors.ts'
import { lockPassword } from '#people/users/server/users.service.ts'
import type { User } from '#people/users/users.contract.ts'
import { isDiskFull } from '#server/db/violations.ts'
import type { OpenCtx, Platform } from '#server/feature/platform.ts'
import { networkOf } from '#server/http/network.ts'
import { storeHeld } from '#server/sessions/heldSessions.ts'
import { deviceOf, startHeldSession, startSession } from '#server/sessions/sessions.ts'
import { lastAbout } from '#system/audit/server/audit.service.ts'
import { accountErrors } from '../accounts.contract.ts'
import type { SignedIn } from '../accounts.replies.contract.ts'
import * as rows from './accounts.db.ts'

/**
 * Starts a session for a person who was authenticated with this password hash. Throws `wrongSignIn` if the password has changed
 * since. If the disk is full, the session is held in memory until it can be stored, so nobody is locked out. The reply includes a
 * password link made since the last sign-in, so that nobody can use one unnoticed.
 */
export const startFor = async (ctx: OpenCtx, user: User, passwordHash: string): Promise<SignedIn> => {
  const beginning = { userId: user._id, device: deviceOf(ctx.userAgent), now: ctx.now }
  const stored = ctx.transact(async (tx) => {
    if (!(await lockPassword(tx, user._id, passwordHash))) throw new AppError(accountErrors.wrongSignIn)
    const last = await rows.lastSignIn(tx, user._id)
    const made = await lastAbout(tx, user._id, 'accounts.makeResetLink', last ?? '')
    await rows.rememberAddress(tx, user._id, networkOf(ctx.address), ctx.now.toISOString())
    return { link: made, token: (await startSession(ctx, tx, beginning)).token }
  })
  const { token, link } = await stored.catch(async (error: unknown) => {
    if (!isDiskFull(error)) throw error
    return { link: undefined, token: await startHeldSession(ctx, { ...beginning, passwordHash }) }
  })
  if (token === undefined) throw new AppError(accountErrors.wrongSignIn)
  return { token, user: { ...user, timeZone: ctx.config.timeZone }, ...(link && { resetLink: { by: link.actorName, at: link.at } }) }
}

/** Stores the sessions that could not be stored while the disk was full. */
export const storeSessions = (platform: Platform): Promise<void> => storeHeld(platform, lockPassword)
