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
import type { Request } from '#server/http/feature.ts'
import type { Ctx } from '#server/platform.ts'
import type { encryptionApi } from '../encryption.contract.ts'
import { encryptionErrors, type OwnDevice, type PublicDevice } from '../encryption.shapes.contract.ts'
import * as rows from './encryption.devices.db.ts'
import { signingKey, wrappingKey } from './encryption.publicKeys.ts'

export const toPublic = ({ id, userId, kind, publicKeyPem, signingKeyPem, createdAt, revokedAt }: DevicesTable): PublicDevice => ({
  deviceId: id,
  userId,
  kind,
  publicKeyPem,
  signingKeyPem,
  createdAt,
  revokedAt,
})

const toOwn = (row: DevicesTable): OwnDevice => ({ ...toPublic(row), _id: row.id, name: row.name, lastSeenAt: row.lastSeenAt })

const DAY_MS = 86_400_000

/** Whether the next version must cover a device: one of a browser that was not seen for long is left out, a recovery device never. */
export const isCurrent = ({ kind, lastSeenAt }: DevicesTable, now: Date): boolean =>
  kind === 'recovery' || now.getTime() - Date.parse(lastSeenAt) <= limits.deviceUnseenDays * DAY_MS

/** A device that was seen within this time need not be written down as seen again. */
const SEEN_MS = 3_600_000

const isSeen = (known: DevicesTable, now: Date): boolean => now.getTime() - Date.parse(known.lastSeenAt) < SEEN_MS

/** Enters a device unless it is there, in the transaction that has the lock. */
export const enterDevice = async (tx: Db, device: DevicesTable): Promise<DevicesTable> => {
  const living = await rows.livingOf(tx, device.userId)
  if (living.length >= limits.devices && !living.some(({ id }) => id === device.id)) throw new AppError(encryptionErrors.tooManyDevices)
  if (await rows.insert(tx, device)) return device
  const known = await rows.byId(tx, device.id)
  const isSame = known?.userId === device.userId && known.kind === device.kind && known.signingKeyPem === device.signingKeyPem
  if (!known || !isSame || known.revokedAt !== null) throw new AppError(encryptionErrors.deviceTaken)
  return known
}

export const registerDevice = async (
  ctx: Ctx,
  { body }: Request<typeof encryptionApi.registerDevice>,
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
  }
  const { entered, isNew, wasWithout, told } = await ctx.transact(async (tx) => {
    await lock(tx, 'devices')
    const wasWithout = !(await rows.livingOf(tx, ctx.me._id)).some((one) => isCurrent(one, ctx.now))
    const entered = await enterDevice(tx, device)
    const isNew = entered === device
    if (isNew) ctx.notify('devices', [ctx.me._id])
    else if (!isSeen(entered, ctx.now)) await rows.update(tx, id, { name: body.deviceName ?? entered.name, lastSeenAt: at })
    return { entered, isNew, wasWithout, told: isNew ? await encryptedOf(tx, ctx.me._id) : [] }
  })
  if (isNew) tellKeysChanged(ctx, told)
  if (wasWithout) await tellEncryptable(ctx, ctx.me._id)
  return toOwn({ ...entered, name: body.deviceName ?? entered.name, lastSeenAt: at })
}

export const devices = async ({ db, me }: Ctx): Promise<Reply<typeof encryptionApi.devices>> => ({
  items: (await rows.livingOf(db, me._id)).map(toOwn),
  nextCursor: null,
})

export const mustOwn = async (db: Db, me: Ctx['me'], id: string): Promise<DevicesTable> => {
  const device = await rows.byId(db, id)
  if (!device || device.userId !== me._id || device.revokedAt !== null) throw new AppError(commonErrors.notFound)
  return device
}

export const removeDevice = async (ctx: Ctx, { params: { id } }: Request<typeof encryptionApi.removeDevice>): Promise<void> => {
  await mustOwn(ctx.db, ctx.me, id)
  const told = await ctx.transact(async (tx) => {
    await lock(tx, 'devices')
    const [revoked] = await rows.revoke(tx, ctx.me._id, [id], ctx.now.toISOString())
    if (revoked === undefined) return []
    ctx.notify('devices', [ctx.me._id])
    return requireNewKeysOf(tx, ctx.me._id)
  })
  tellKeysChanged(ctx, told)
}

/** Somebody who is deleted has no device; their conversations need new keys, which chat sees to. */
export const removeDevicesOf = async (tx: Db, userId: string): Promise<void> => {
  await rows.revoke(tx, userId, 'all', new Date().toISOString())
}
