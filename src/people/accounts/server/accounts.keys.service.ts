/*
 * What an attacker can do here, and which line stops it. A printed link opens an account once: only who deletes the
 * key's row may go on (`takeKey`), and the row holds a hash alone. The key travels behind `#`, so that no server or
 * proxy ever sees it in an address. Guessing 256 bits is no attack; hashing a password for every guess would be, so
 * the key is looked up before (`findKey`).
 */
import { AppError, commonErrors } from '#contract/errors.ts'
import { lockPeople } from '#people/users/server/users.lock.service.ts'
import { hashPassword, mustBeStrong } from '#people/users/server/users.passwords.service.ts'
import * as users from '#people/users/server/users.service.ts'
import { NewUser } from '#people/users/users.contract.ts'
import { userPolicy } from '#people/users/users.policy.ts'
import { ConfigError } from '#server/config.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { changesOf } from '#server/feature/changes.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, OpenCtx, Platform } from '#server/feature/platform.ts'
import { operatorAddress, publicAddress } from '#server/publicAddress.ts'
import { endSessionsOf, hashToken, newToken } from '#server/sessions/sessions.ts'
import { after, DAY, HOUR } from '#server/time.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { nameInstitution } from '#system/settings/server/customization.change.service.ts'
import { hallRules } from '#system/settings/server/customization.rules.service.ts'
import { accountErrors, type accountsApi, type SignedIn } from '../accounts.contract.ts'
import * as rows from './accounts.db.ts'
import { startFor } from './accounts.start.ts'

/** Puts a key that works once, for an hour. */
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
    const saved = await users.saveAccount(tx, ctx, prepared)
    if (systemName !== undefined) await nameInstitution(tx, { me: { ...saved, _id: saved.id }, now: ctx.now }, systemName)
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
  mustBeStrong(password, account.email, 'password')
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

/** Who made the link is in the audit; the link itself is not. */
const putResetLink = async (tx: Db, { me, now, address }: LinkMaker, userId: string) => {
  const { key, expiresAt } = await putKey(tx, now, 'reset', userId)
  await writeAudit(tx, { me, now }, { action: 'accounts.makeResetLink', targetId: userId })
  return { link: `${address}/reset#key=${key}`, expiresAt }
}

/** For the command line, at the address of the operator: undefined if nobody has this email address. */
export const resetLinkOf = async (platform: Pick<Platform, 'db' | 'clock' | 'config'>, email: string): Promise<string | undefined> => {
  const account = await users.findAccount(platform.db, email)
  if (!account) return undefined
  const { config, clock } = platform
  const maker = { address: operatorAddress(config), me: null, now: clock() }
  const { link } = await transact(platform.db, (tx) => putResetLink(tx, maker, account.id))
  return link
}

/** Without a public address the link is a path, to which the page adds its own. Throws `notFound`. */
export const makeResetLink = (ctx: Ctx, { params: { id } }: Input<typeof accountsApi.makeResetLink>) =>
  ctx.transact(async (tx) => {
    await lockPeople(tx, ctx.me)
    const target = await users.findCredentials(tx, id)
    if (!target) throw new AppError(commonErrors.notFound)
    const kind = userPolicy.whyNotReset(ctx.me, { _id: id, role: target.role }, await hallRules(tx))
    if (kind) throw new AppError(kind)
    return putResetLink(tx, { ...ctx, address: publicAddress(ctx.config) ?? '' }, id)
  })

/**
 * On an empty database: makes the first superadmin from `ADMIN_*`, or answers the one-time path of the set-up page,
 * whose origin is known only when the server listens.
 * Throws a `ConfigError` where `ADMIN_*` cannot be used.
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
    await users.createAccount({ ...platform, transact, me: null, now: platform.clock() }, checked.data)
  } catch (error) {
    // Two nodes may start at once on one empty database: the other one's account is as good.
    if (await users.anybody(platform.db)) return undefined
    throw error instanceof AppError ? new ConfigError(`ADMIN_PASSWORD cannot be used: ${error.message}.`) : error
  }
  return undefined
}

/** Forgets keys that are over and addresses that nobody has signed in from for a year. */
export const sweepKeys = async ({ db, clock }: Platform): Promise<void> => {
  const now = clock()
  await rows.removeExpiredKeys(db, now.toISOString())
  await rows.removeOldAddresses(db, after(now, -365 * DAY))
}
