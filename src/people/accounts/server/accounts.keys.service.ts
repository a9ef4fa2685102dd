/*
 * Attacks, and the code that stops each. A printed link opens an account once: only the caller that deletes the key's row may go on
 * (`takeKey`), and the row holds only a hash. A clerk who made a link for a student cannot use it for the admin that the student has
 * become: a new role and a new password end all links of the person (`removeKeysOf`). The key is in the fragment after `#`, so that no
 * server or proxy sees it in a URL. Guessing 256 bits is infeasible; hashing a password for every guess would exhaust the server, so
 * the key is looked up first (`findKey`).
 */
import { AppError, commonErrors } from '#contract/errors.ts'
import { assertNotDemoAccount } from '#people/users/server/users.demo.service.ts'
import { lockPeople } from '#people/users/server/users.lock.service.ts'
import { assertStrong, hashPassword } from '#people/users/server/users.passwords.service.ts'
import * as users from '#people/users/server/users.service.ts'
import { NewUser } from '#people/users/users.contract.ts'
import { userPolicy } from '#people/users/users.policy.ts'
import { ConfigError } from '#server/config.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { changesOf } from '#server/feature/changes.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, OpenCtx, Platform } from '#server/feature/platform.ts'
import { withHallClock } from '#server/hallDay.ts'
import { operatorAddress, publicAddress } from '#server/publicAddress.ts'
import { endSessionsOf, hashToken, newToken } from '#server/sessions/sessions.ts'
import { after, DAY, HOUR } from '#server/time.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { nameHall } from '#system/customization/server/customization.change.service.ts'
import { hallRules } from '#system/customization/server/customization.rules.service.ts'
import { accountErrors, type accountsApi } from '../accounts.contract.ts'
import type { SignedIn } from '../accounts.replies.contract.ts'
import * as rows from './accounts.db.ts'
import { startFor } from './accounts.start.ts'

/** Stores a single-use key that expires after an hour. */
const putKey = async (tx: Db, now: Date, purpose: 'setup' | 'reset', userId: string | null) => {
  const key = newToken()
  const expiresAt = after(now, HOUR)
  await rows.putKey(tx, { keyHash: hashToken(key), purpose, userId, createdAt: now.toISOString(), expiresAt })
  return { key, expiresAt }
}

export const setup = async (ctx: OpenCtx, { body: { key, systemName, ...person } }: Input<typeof accountsApi.setup>): Promise<SignedIn> => {
  if (await users.anybody(ctx.db)) throw new AppError(accountErrors.alreadySetUp)
  const now = ctx.now.toISOString()
  if (!(await rows.findKey(ctx.db, hashToken(key), 'setup', now))) throw new AppError(accountErrors.keyInvalid)
  const prepared = await users.prepareAccount(ctx, { ...person, role: 'superadmin' })
  const row = await ctx.transact(async (tx) => {
    if (!(await rows.takeKey(tx, hashToken(key), 'setup', now))) throw new AppError(accountErrors.alreadySetUp)
    const saved = await users.saveAccount(tx, await withHallClock({ ...ctx, db: tx, me: null }), prepared)
    if (systemName !== undefined) await nameHall(tx, { me: { ...saved, _id: saved.id }, now: ctx.now }, systemName)
    return saved
  })
  return startFor(ctx, await users.toOwnUser(ctx, row), prepared.passwordHash)
}

export const resetPassword = async (
  ctx: OpenCtx,
  { body: { key, password } }: Input<typeof accountsApi.resetPassword>,
): Promise<undefined> => {
  const now = ctx.now.toISOString()
  const found = await rows.findKey(ctx.db, hashToken(key), 'reset', now)
  const account = found?.userId ? await users.findCredentials(ctx.db, found.userId) : undefined
  if (!account) throw new AppError(accountErrors.keyInvalid)
  assertNotDemoAccount(ctx.config, account.email)
  assertStrong(password, account, 'password')
  const hash = await hashPassword(password)
  const ended = await ctx.transact(async (tx) => {
    const taken = await rows.takeKey(tx, hashToken(key), 'reset', now)
    if (!taken?.userId) throw new AppError(accountErrors.keyInvalid)
    await users.setPassword(tx, taken.userId, hash)
    await writeAudit(tx, ctx, { action: 'accounts.resetPassword', targetId: taken.userId })
    return endSessionsOf(ctx, tx, taken.userId)
  })
  ctx.live.endSessions(ended)
}

type LinkMaker = Pick<OpenCtx, 'me' | 'now'> & { address: string }

/** The audit records who made the link, but not the link. */
const putResetLink = async (tx: Db, { me, now, address }: LinkMaker, userId: string) => {
  const { key, expiresAt } = await putKey(tx, now, 'reset', userId)
  await writeAudit(tx, { me, now }, { action: 'accounts.makeResetLink', targetId: userId })
  return { link: `${address}/reset#key=${key}`, expiresAt }
}

/**
 * For the command line, with the operator's address as origin. Returns undefined if nobody can sign in with this email address or
 * mobile number.
 */
export const resetLinkOf = async (platform: Pick<Platform, 'db' | 'clock' | 'config'>, name: string): Promise<string | undefined> => {
  const { db, config, clock } = platform
  const account = await users.findAccount({ ...(await withHallClock({ db, config })), now: clock() }, name)
  if (!account) return undefined
  const maker = { address: operatorAddress(config), me: null, now: clock() }
  const { link } = await transact(platform.db, (tx) => putResetLink(tx, maker, account.id))
  return link
}

/** Without a public address, the link is a path, to which the page adds its own origin. Throws `notFound`. */
export const makeResetLink = (ctx: Ctx, { params: { id } }: Input<typeof accountsApi.makeResetLink>) =>
  ctx.transact(async (tx) => {
    await lockPeople(tx, ctx)
    const target = await users.findCredentials(tx, id)
    if (!target) throw new AppError(commonErrors.notFound)
    const kind = userPolicy.whyNotReset(ctx.me, { _id: id, role: target.role }, await hallRules(tx))
    if (kind) throw new AppError(kind)
    assertNotDemoAccount(ctx.config, target.email)
    return putResetLink(tx, { ...ctx, address: publicAddress(ctx.config) ?? '' }, id)
  })

/**
 * On an empty database, creates the first superadmin from `ADMIN_*`, or returns the single-use path of the set-up page, whose
 * origin is known only once the server listens. Throws a `ConfigError` if `ADMIN_*` is invalid.
 */
export const prepareFirstStart = async (platform: Platform): Promise<string | undefined> => {
  if (await users.anybody(platform.db)) return undefined
  const { firstAdmin } = platform.config
  if (!firstAdmin) return `/setup#key=${(await transact(platform.db, (tx) => putKey(tx, platform.clock(), 'setup', null))).key}`
  const checked = NewUser.safeParse({ ...firstAdmin, role: 'superadmin' })
  if (!checked.success)
    throw new ConfigError(`ADMIN_EMAIL, ADMIN_PASSWORD and ADMIN_NAME cannot be used: ${checked.error.issues[0]?.message}.`)
  try {
    const { transact } = changesOf(platform, ['users'])
    await users.createAccount({ ...(await withHallClock(platform)), transact, me: null, now: platform.clock() }, checked.data)
  } catch (error) {
    // Two nodes may start at once on an empty database; either one's account is valid.
    if (await users.anybody(platform.db)) return undefined
    throw error instanceof AppError ? new ConfigError(`ADMIN_PASSWORD cannot be used: ${error.message}.`) : error
  }
  return undefined
}

/** Deletes expired keys, and addresses without a sign-in for a year. */
export const sweepKeys = async ({ db, clock }: Platform): Promise<void> => {
  const now = clock()
  await rows.removeExpiredKeys(db, now.toISOString())
  await rows.removeOldAddresses(db, after(now, -365 * DAY))
}
