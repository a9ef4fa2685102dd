/*
 * What an attacker can do here, and which line stops it. A device is identified by the hash of its wrapping key, so that nobody can
 * replace the key of a known device; its signing key never changes, and a removed device stays removed
 * (`registerDevice`). Removing a device requires a new key in all conversations of its person (`requireNewKeysOf`).
 */

import { encryptedOf, requireNewKeysOf, tellEncryptable, tellKeysChanged } from '#chat/conversations/server/conversations.keys.service.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { lock } from '#server/db/locks.ts'
import type { DevicesTable } from '#server/db/tables/chat.encryption.ts'
import type { Db } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, Platform } from '#server/feature/platform.ts'
import { after, DAY } from '#server/time.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import type { encryptionApi } from '../encryption.contract.ts'
import { encryptionLimits } from '../encryption.limits.ts'
import { encryptionErrors, type OwnDevice, type PublicDevice } from '../encryption.shapes.contract.ts'
import * as rows from './encryption.devices.db.ts'
import { newestOf } from './encryption.lists.db.ts'
import { signingKey, wrappingKey } from './encryption.publicKeys.ts'
import { removeBookOf } from './encryption.trustBook.db.ts'

export const toPublic = ({ id, userId, kind, publicKeyPem, signingKeyPem, createdAt, revokedAt }: DevicesTable): PublicDevice => ({
  deviceId: id,
  userId,
  kind,
  publicKeyPem,
  signingKeyPem,
  createdAt,
  revokedAt,
})

const toOwn = (row: DevicesTable): OwnDevice => ({
  ...toPublic(row),
  _id: row.id,
  name: row.name,
  lastSeenAt: row.lastSeenAt,
  state: row.state,
  consent: row.state === 'pending' && row.consent !== null ? JSON.parse(row.consent) : null,
})

const DAY_MS = 86_400_000

/**
 * Returns whether the next version must cover a device. Pending devices and browsers not seen for long are left out; a recovery
 * device never is.
 */
export const isCurrent = ({ kind, lastSeenAt, state }: DevicesTable, now: Date): boolean =>
  state !== 'pending' && (kind === 'recovery' || now.getTime() - Date.parse(lastSeenAt) <= encryptionLimits.deviceUnseenDays * DAY_MS)

/** Returns the time since when a pending device must have been seen. */
const pendingSince = (now: Date): string => after(now, -encryptionLimits.devicePendingDays * DAY)

/** A device seen within this time is not updated. */
const SEEN_MS = 3_600_000

const isSeen = (known: DevicesTable, now: Date): boolean => now.getTime() - Date.parse(known.lastSeenAt) < SEEN_MS

/** Inserts a device unless it exists, in the transaction that has the lock. */
export const enterDevice = async (tx: Db, device: DevicesTable): Promise<DevicesTable> => {
  const living = await rows.livingOf(tx, device.userId, pendingSince(new Date(device.lastSeenAt)))
  if (living.length >= encryptionLimits.devices && !living.some(({ id }) => id === device.id))
    throw new AppError(encryptionErrors.tooManyDevices)
  if (await rows.insert(tx, device)) return device
  const known = await rows.byId(tx, device.id)
  const isSame = known?.userId === device.userId && known.kind === device.kind && known.signingKeyPem === device.signingKeyPem
  if (!known || !isSame || known.revokedAt !== null) throw new AppError(encryptionErrors.deviceTaken)
  return known
}

export const registerDevice = async (
  ctx: Ctx,
  { body }: Input<typeof encryptionApi.registerDevice>,
): Promise<Reply<typeof encryptionApi.registerDevice>> => {
  const { id, pem: publicKeyPem } = wrappingKey(body.publicKeyPem)
  const signingKeyPem = body.signingKeyPem === undefined ? null : signingKey(body.signingKeyPem)
  const at = ctx.now.toISOString()
  const device: DevicesTable = {
    id,
    userId: ctx.me._id,
    kind: 'browser',
    name: body.deviceName ?? '',
    publicKeyPem,
    signingKeyPem,
    sealedKeys: null,
    createdAt: at,
    lastSeenAt: at,
    revokedAt: null,
    state: 'registered',
    consent: body.consent ? JSON.stringify(body.consent) : null,
  }
  const { entered, told, isFirst } = await ctx.transact((tx) => register(tx, ctx, device, body.deviceName))
  tellKeysChanged(ctx, told)
  if (isFirst) await tellEncryptable(ctx, ctx.me._id)
  return toOwn(entered)
}

/**
 * Returns the changes to an existing device: a pending one may consent to a newer list, and one added by a list receives its
 * name.
 */
const seenAgain = (known: DevicesTable, { lastSeenAt, consent }: DevicesTable, name: string | undefined, now: Date) => {
  const isAsked = known.state === 'pending' && consent !== null && consent !== known.consent
  const change = { name: name ?? known.name, lastSeenAt, ...(isAsked && { consent }) }
  const isNamed = known.name === '' && change.name !== ''
  return { change, isAsked, isDue: isAsked || isNamed || !isSeen(known, now) }
}

/** Notifies conversations of a new device, but not of a pending one, which only the person's other devices can add. */
const register = async (tx: Db, ctx: Ctx, sent: DevicesTable, name: string | undefined) => {
  const { me, now } = ctx
  await lock(tx, 'devices')
  const state = (await newestOf(tx, me._id)) ? ('pending' as const) : ('registered' as const)
  const device = { ...sent, state, consent: state === 'pending' ? sent.consent : null }
  const living = await rows.livingOf(tx, me._id, pendingSince(now))
  const known = await enterDevice(tx, device)
  if (known === device) {
    ctx.notify('devices', [me._id])
    const isPending = state === 'pending'
    return {
      entered: device,
      told: isPending ? [] : await encryptedOf(tx, me._id),
      isFirst: !isPending && !living.some((one) => isCurrent(one, now)),
    }
  }
  const { change, isAsked, isDue } = seenAgain(known, device, name, now)
  if (isDue) await rows.update(tx, known.id, change)
  if (isAsked) ctx.notify('devices', [me._id])
  return { entered: { ...known, ...change }, told: [], isFirst: known.state !== 'pending' && !living.some((one) => isCurrent(one, now)) }
}

export const devices = async ({ db, me, now }: Ctx): Promise<Reply<typeof encryptionApi.devices>> => ({
  items: (await rows.livingOf(db, me._id, pendingSince(now))).map(toOwn),
  nextCursor: null,
})

export const findOwn = async (db: Db, me: Ctx['me'], id: string): Promise<DevicesTable> => {
  const device = await rows.byId(db, id)
  if (!device || device.userId !== me._id || device.revokedAt !== null) throw new AppError(commonErrors.notFound)
  return device
}

/**
 * Removes devices and records each in the audit, without its key. Returns whether there were any. A list that another member uploads
 * after a restore was signed by the person, so nobody is named then.
 */
export const revokeDevices = async (tx: Db, { me, now }: Ctx, userId: string, ids: readonly string[]): Promise<boolean> => {
  const revoked = await rows.revoke(tx, userId, ids, now.toISOString())
  for (const { name, kind } of revoked) {
    const before = { device: name, kind }
    await writeAudit(tx, { me: me._id === userId ? me : null, now }, { action: 'encryption.removeDevice', targetId: userId, before })
  }
  return revoked.length > 0
}

export const removeDevice = async (ctx: Ctx, { params: { id } }: Input<typeof encryptionApi.removeDevice>): Promise<void> => {
  await findOwn(ctx.db, ctx.me, id)
  const told = await ctx.transact(async (tx) => {
    await lock(tx, 'devices')
    const device = await rows.byId(tx, id)
    const isRevoked = await revokeDevices(tx, ctx, ctx.me._id, [id])
    if (!device || !isRevoked) return []
    ctx.notify('devices', [ctx.me._id])
    return device.state === 'pending' ? [] : requireNewKeysOf(tx, ctx.me._id)
  })
  tellKeysChanged(ctx, told)
}

/**
 * Removes all devices of a deleted person; chat requires new keys in their conversations. Their signed lists, which contain only
 * public keys, stay, so that their messages remain verifiable.
 */
export const onPersonDeleted = async (tx: Db, userId: string, now: Date): Promise<void> => {
  await rows.revoke(tx, userId, 'all', now.toISOString())
  await removeBookOf(tx, userId)
}

/** Deletes expired pending devices. */
export const forgetPending = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> => {
  await transact(db, (tx) => rows.deletePending(tx, pendingSince(clock())))
}
