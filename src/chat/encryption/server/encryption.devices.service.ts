/*
 * What an attacker can do here, and which line stops it. A device is named by the hash of its wrapping key, so that nobody can
 * give a known device another one; its signing key stays what it was, and one that was removed stays removed
 * (`registerDevice`). Removing a device makes a new key necessary wherever its person is a member (`requireNewKeysOf`).
 */

import { encryptedOf, requireNewKeysOf, tellEncryptable, tellKeysChanged } from '#chat/conversations/server/chat.keys.service.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { lock } from '#server/db/locks.ts'
import type { Db, DevicesTable } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, Platform } from '#server/feature/platform.ts'
import { after, DAY } from '#server/time.ts'
import type { encryptionApi } from '../encryption.contract.ts'
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
 * Whether the next version must cover a device: a pending one is left out, and so is that of a browser that was not seen for long,
 * a recovery device never.
 */
export const isCurrent = ({ kind, lastSeenAt, state }: DevicesTable, now: Date): boolean =>
  state !== 'pending' && (kind === 'recovery' || now.getTime() - Date.parse(lastSeenAt) <= limits.deviceUnseenDays * DAY_MS)

/** Since when a pending device must have been seen. */
export const pendingSince = (now: Date): string => after(now, -limits.devicePendingDays * DAY)

/** A device that was seen within this time need not be written down as seen again. */
const SEEN_MS = 3_600_000

const isSeen = (known: DevicesTable, now: Date): boolean => now.getTime() - Date.parse(known.lastSeenAt) < SEEN_MS

/** Enters a device unless it is there, in the transaction that has the lock. */
export const enterDevice = async (tx: Db, device: DevicesTable): Promise<DevicesTable> => {
  const living = await rows.livingOf(tx, device.userId, pendingSince(new Date(device.lastSeenAt)))
  if (living.length >= limits.devices && !living.some(({ id }) => id === device.id)) throw new AppError(encryptionErrors.tooManyDevices)
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

/** What changes in a device that is there already: a pending one may consent to a newer list, one that a list has added gets its name. */
const seenAgain = (known: DevicesTable, { lastSeenAt, consent }: DevicesTable, name: string | undefined, now: Date) => {
  const isAsked = known.state === 'pending' && consent !== null && consent !== known.consent
  const change = { name: name ?? known.name, lastSeenAt, ...(isAsked && { consent }) }
  const isNamed = known.name === '' && change.name !== ''
  return { change, isAsked, isDue: isAsked || isNamed || !isSeen(known, now) }
}

/** Conversations hear of a new device, but not of a pending one, which only its person's other devices can let in. */
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

export const mustOwn = async (db: Db, me: Ctx['me'], id: string): Promise<DevicesTable> => {
  const device = await rows.byId(db, id)
  if (!device || device.userId !== me._id || device.revokedAt !== null) throw new AppError(commonErrors.notFound)
  return device
}

export const removeDevice = async (ctx: Ctx, { params: { id } }: Input<typeof encryptionApi.removeDevice>): Promise<void> => {
  await mustOwn(ctx.db, ctx.me, id)
  const told = await ctx.transact(async (tx) => {
    await lock(tx, 'devices')
    const device = await rows.byId(tx, id)
    const [revoked] = await rows.revoke(tx, ctx.me._id, [id], ctx.now.toISOString())
    if (!device || revoked === undefined) return []
    ctx.notify('devices', [ctx.me._id])
    return device.state === 'pending' ? [] : requireNewKeysOf(tx, ctx.me._id)
  })
  tellKeysChanged(ctx, told)
}

/**
 * A person who is deleted has no device; their conversations need new keys, which chat sees to. Their signed lists stay, public keys
 * alone, so that what they wrote can still be verified.
 */
export const removeDevicesOf = async (tx: Db, userId: string): Promise<void> => {
  await rows.revoke(tx, userId, 'all', new Date().toISOString())
  await removeBookOf(tx, userId)
}

/** Forgets pending devices that nobody let in. */
export const forgetPending = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> => {
  await transact(db, (tx) => rows.deletePending(tx, pendingSince(clock())))
}
