/*
 * Attacks, and the code that stops each. Guessing passwords reaches the limits before the password is checked (`count`). Probing
 * for accounts gets the same reply in the same time for every wrong sign-in (`verifyPassword`); "expired", with the last day and the
 * debt, is returned only after the right password (`refuseEnded`). Someone who knows an old password or token loses access when it is changed (`endSessionsOf`), even if it was
 * being checked at that moment (`lockPassword`).
 */
import { demoEmails } from '#contract/demo.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { foldPhone } from '#contract/phone.ts'
import { labelOf } from '#people/rooms/server/rooms.read.service.ts'
import { assertNotDemoAccount } from '#people/users/server/users.demo.service.ts'
import { assertStrong, hashPassword, verifyPassword } from '#people/users/server/users.passwords.service.ts'
import * as users from '#people/users/server/users.service.ts'
import { fold } from '#server/db/fold.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, OpenCtx, Platform } from '#server/feature/platform.ts'
import { withHallClock } from '#server/hallDay.ts'
import { networkOf } from '#server/http/network.ts'
import { endSession as endOne, endSessionsOf, isExpired, listSessions } from '#server/sessions/sessions.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { accountErrors, type accountsApi } from '../accounts.contract.ts'
import type { Me, SignedIn } from '../accounts.replies.contract.ts'
import * as rows from './accounts.db.ts'
import { type EndedAccount, endedAccountAsked } from './accounts.hooks.ts'
import { startFor } from './accounts.start.ts'
import { type Attempt, type SignInLimits, signInLimits, tooManySignIns } from './signInLimits.ts'

// One set of counters per platform; each test's platform has its own.
const counters = new WeakMap<Platform['config'], SignInLimits>()
const limitsOf = ({ config, nodes }: Pick<Platform, 'config' | 'nodes'>): SignInLimits => {
  const known = counters.get(config) ?? signInLimits({ config, nodes })
  counters.set(config, known)
  return known
}

/** Normalizes the name typed at sign-in. */
const foldName = (name: string): string => foldPhone(name) ?? fold(name)

const attemptOf = async ({ db, address }: OpenCtx, name: string, userId: string | undefined): Promise<Attempt> => ({
  name,
  account: userId ?? name,
  address,
  knownAddress: await rows.hasSignedInFrom(db, userId ?? 'nobody', networkOf(address)),
})

/** Throws `expired` with what the person needs to pay and come back. Called only after the right password. */
const refuseEnded = async (ctx: OpenCtx, { id, name, role, seatNumber, terminationDate }: users.Account): Promise<never> => {
  const ended: EndedAccount = { userId: id }
  if (role === 'student') await ctx.hooks.run(endedAccountAsked, ctx.db, ended)
  const seat = { ...(seatNumber !== null && { seatNumber }), ...(await labelOf(ctx.db, seatNumber)) }
  const params = { ...ended, endedOn: terminationDate ?? '', name, ...seat }
  throw new AppError(commonErrors.expired, { expired: true, params })
}

export const login = async (ctx: OpenCtx, { body: { email, password } }: Input<typeof accountsApi.login>): Promise<SignedIn> => {
  const hall = await withHallClock(ctx)
  const account = await users.findAccount(hall, email)
  const attempt = await attemptOf(ctx, foldName(email), account?.id)
  const isOpen = (await limitsOf(ctx).count(attempt)) === undefined
  if (!(await verifyPassword(isOpen ? account?.passwordHash : undefined, password)) || !account)
    throw new AppError(accountErrors.wrongSignIn)
  await limitsOf(ctx).forgive(attempt)
  if (isExpired(hall, account.terminationDate, ctx.now)) await refuseEnded(ctx, account)
  return startFor(ctx, await users.toOwnUser(ctx, account), account.passwordHash)
}

/** Signs in without a password and without counting towards the limits, so that nobody can lock out other visitors. */
export const demoSignIn = async (ctx: OpenCtx, { body: { role } }: Input<typeof accountsApi.demoSignIn>): Promise<SignedIn> => {
  const account = ctx.config.demo && (await users.findAccount(await withHallClock(ctx), demoEmails[role]))
  if (!account || account.role !== role) throw new AppError(commonErrors.notFound)
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
  assertNotDemoAccount(ctx.config, email)
  const attempt = await attemptOf(ctx, ctx.me._id, ctx.me._id)
  const waitMs = await limitsOf(ctx).count(attempt)
  if (waitMs !== undefined) throw tooManySignIns(waitMs)
  if (!(await verifyPassword(passwordHash, current))) throw new AppError(accountErrors.wrongCurrent, { field: 'current' })
  await limitsOf(ctx).forgive(attempt)
  assertStrong(next, account, 'next')
  const hash = await hashPassword(next)
  const ended = await ctx.transact(async (tx) => {
    if (!(await users.lockPassword(tx, ctx.me._id, passwordHash))) throw new AppError(commonErrors.conflict)
    await users.setPassword(tx, ctx.me._id, hash)
    await rows.removeKeysOf(tx, ctx.me._id)
    await writeAudit(tx, ctx, { action: 'accounts.changePassword', targetId: ctx.me._id })
    return endSessionsOf(ctx, tx, ctx.me._id, { except: ctx.sessionId })
  })
  ctx.live.endSessions(ended)
}

export const sessions = (ctx: Ctx, { query }: Input<typeof accountsApi.sessions>) =>
  listSessions(ctx, { userId: ctx.me._id, currentId: ctx.sessionId, now: ctx.now, ...query })

/** In a public demo, the other sessions of an account belong to other visitors. */
const assertOwnSessions = async ({ config, db, me: { _id } }: Ctx): Promise<void> => {
  if (config.demo) assertNotDemoAccount(config, (await users.findCredentials(db, _id))?.email ?? null)
}

export const endSession = async (ctx: Ctx, { params }: Input<typeof accountsApi.endSession>): Promise<undefined> => {
  if (params.id !== ctx.sessionId) await assertOwnSessions(ctx)
  if (!(await ctx.transact((tx) => endOne(ctx, tx, ctx.me._id, params.id)))) throw new AppError(commonErrors.notFound)
  ctx.live.endSessions([params.id])
}

export const endOtherSessions = async (ctx: Ctx): Promise<undefined> => {
  await assertOwnSessions(ctx)
  ctx.live.endSessions(await ctx.transact((tx) => endSessionsOf(ctx, tx, ctx.me._id, { except: ctx.sessionId })))
}
