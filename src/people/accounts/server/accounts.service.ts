/*
 * What an attacker can do here, and which line stops it. Trying passwords runs into the limits before the password is
 * looked at (`count`). Asking which accounts exist gets the same answer in the same time for all that is wrong
 * (`verifyPassword`); "expired" is said only after the right password. A person who learned an old password or token is
 * out when it is changed (`endSessionsOf`), also when it was being checked just then (`lockPassword`).
 */
import { AppError, commonErrors } from '#contract/errors.ts'
import { hashPassword, mustBeStrong, verifyPassword } from '#people/users/server/users.passwords.service.ts'
import * as users from '#people/users/server/users.service.ts'
import { fold } from '#server/db/fold.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, OpenCtx, Platform } from '#server/feature/platform.ts'
import { networkOf } from '#server/http/network.ts'
import { endSession as endOne, endSessionsOf, isExpired, listSessions } from '#server/sessions/sessions.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { accountErrors, type accountsApi, type Me, type SignedIn } from '../accounts.contract.ts'
import * as rows from './accounts.db.ts'
import { startFor } from './accounts.start.ts'
import { type Attempt, type SignInLimits, signInLimits } from './signInLimits.ts'

// One set of counters for each running platform; a test's platform has its own.
const counters = new WeakMap<Platform['config'], SignInLimits>()
const limitsOf = ({ config, nodes }: Pick<Platform, 'config' | 'nodes'>): SignInLimits => {
  const known = counters.get(config) ?? signInLimits({ config, nodes })
  counters.set(config, known)
  return known
}

const attemptOf = async ({ db, address }: OpenCtx, email: string, userId = 'nobody'): Promise<Attempt> => ({
  emailFolded: fold(email),
  address,
  knownAddress: await rows.hasSignedInFrom(db, userId, networkOf(address)),
})

export const login = async (ctx: OpenCtx, { body: { email, password } }: Input<typeof accountsApi.login>): Promise<SignedIn> => {
  const account = await users.findAccount(ctx.db, email)
  const attempt = await attemptOf(ctx, email, account?.id)
  await limitsOf(ctx).count(attempt)
  if (!(await verifyPassword(account?.passwordHash, password)) || !account) throw new AppError(accountErrors.wrongSignIn)
  await limitsOf(ctx).forgive(attempt)
  if (isExpired(ctx, account.terminationDate, ctx.now)) throw new AppError(commonErrors.expired, { expired: true })
  return startFor(ctx, await users.toOwnUser(ctx, account), account.passwordHash)
}

export const logout = async (ctx: Ctx): Promise<undefined> => {
  await ctx.transact((tx) => endOne(ctx, tx, ctx.me._id, ctx.sessionId))
  ctx.live.endSessions([ctx.sessionId])
}

export const me = async (ctx: Ctx): Promise<Me> => ({
  ...(await users.getUser(ctx, ctx.me._id)),
  timeZone: ctx.config.timeZone,
})

export const changePassword = async (
  ctx: Ctx,
  { body: { current, next } }: Input<typeof accountsApi.changePassword>,
): Promise<undefined> => {
  const account = await users.findCredentials(ctx.db, ctx.me._id)
  if (!account) throw new AppError(commonErrors.notSignedIn)
  const { email, passwordHash } = account
  const attempt = await attemptOf(ctx, email, ctx.me._id)
  await limitsOf(ctx).count(attempt)
  if (!(await verifyPassword(passwordHash, current))) throw new AppError(accountErrors.wrongCurrent, { field: 'current' })
  await limitsOf(ctx).forgive(attempt)
  mustBeStrong(next, email, 'next')
  const hash = await hashPassword(next)
  const ended = await ctx.transact(async (tx) => {
    if (!(await users.lockPassword(tx, ctx.me._id, passwordHash))) throw new AppError(commonErrors.conflict)
    await users.setPassword(tx, ctx.me._id, hash)
    await writeAudit(tx, ctx, { action: 'accounts.changePassword', targetId: ctx.me._id })
    return endSessionsOf(ctx, tx, ctx.me._id, { except: ctx.sessionId })
  })
  ctx.live.endSessions(ended)
}

export const sessions = (ctx: Ctx, { query }: Input<typeof accountsApi.sessions>) =>
  listSessions(ctx, { userId: ctx.me._id, currentId: ctx.sessionId, now: ctx.now, ...query })

export const endSession = async (ctx: Ctx, { params }: Input<typeof accountsApi.endSession>): Promise<undefined> => {
  if (!(await ctx.transact((tx) => endOne(ctx, tx, ctx.me._id, params.id)))) throw new AppError(commonErrors.notFound)
  ctx.live.endSessions([params.id])
}

export const endOtherSessions = async (ctx: Ctx): Promise<undefined> => {
  ctx.live.endSessions(await ctx.transact((tx) => endSessionsOf(ctx, tx, ctx.me._id, { except: ctx.sessionId })))
}
