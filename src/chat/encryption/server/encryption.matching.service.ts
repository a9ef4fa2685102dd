import { AppError } from '#contract/errors.ts'
import type { DevicesTable } from '#server/db/tables/chat.encryption.ts'
import type { Db } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { type Chain, type ChainDevice, trustedNow } from '../encryption.chain.policy.ts'
import { listErrors } from '../encryption.lists.contract.ts'
import { encryptionErrors, type ListedDevice, type SignedList } from '../encryption.shapes.contract.ts'
import * as rows from './encryption.devices.db.ts'
import { isCurrent, revokeDevices } from './encryption.devices.service.ts'

/** A list that is not stored yet, with the chain that it results in. */
export type AddedList = { list: SignedList; chain: Chain }

type Matching = {
  userId: string
  chain: Chain
  added: readonly AddedList[]
  recovery: { deviceId: string; sealedKeys: string } | undefined
}

/** Throws if the row belongs to another person, has other keys, or was removed. */
const assertSame = (known: DevicesTable, userId: string, { kind, publicKeyPem, signingKeyPem }: ListedDevice, isTrusted: boolean) => {
  const isSame =
    known.userId === userId && known.kind === kind && known.publicKeyPem === publicKeyPem && known.signingKeyPem === signingKeyPem
  if (!isSame || (isTrusted && known.revokedAt !== null)) throw new AppError(encryptionErrors.deviceTaken)
}

/** Returns a row for a device known only from its list: after a restore, the registration is missing. */
const rowOf = (userId: string, { deviceId, kind, publicKeyPem, signingKeyPem }: ListedDevice, at: string): DevicesTable => ({
  id: deviceId,
  userId,
  kind,
  name: '',
  publicKeyPem,
  signingKeyPem,
  sealedKeys: null,
  createdAt: at,
  lastSeenAt: at,
  revokedAt: null,
  state: 'trusted',
  consent: null,
})

/**
 * Marks devices added by lists as trusted, inserting missing ones; of those that a later list revokes, only the keys are stored.
 */
const enter = async (tx: Db, { userId, chain, added }: Matching, at: string): Promise<void> => {
  for (const device of added.flatMap(({ list }) => list.added)) {
    const isTrusted = (chain.devices.get(device.deviceId) as ChainDevice | undefined)?.revokedAt === null
    const known = await rows.byId(tx, device.deviceId)
    if (known) assertSame(known, userId, device, isTrusted)
    if (!known) await rows.insert(tx, { ...rowOf(userId, device, at), revokedAt: isTrusted ? null : at })
    else if (isTrusted) await rows.update(tx, known.id, { state: 'trusted', consent: null })
  }
}

/**
 * Revokes devices revoked by lists, and replaced recovery devices; other browsers that the newest list does not name become
 * pending.
 */
const leaveOut = async (tx: Db, ctx: Ctx, { userId, chain, added }: Matching, living: readonly DevicesTable[]): Promise<boolean> => {
  const trusted = new Set(trustedNow(chain).map(({ deviceId }) => deviceId))
  const revoked = new Set(added.flatMap(({ list }) => list.revoked))
  const gone = living.filter(({ id, kind, state }) => !trusted.has(id) && (revoked.has(id) || kind === 'recovery' || state !== 'pending'))
  const ended = gone.filter(({ id, kind }) => revoked.has(id) || kind === 'recovery').map(({ id }) => id)
  if (ended.length > 0) await revokeDevices(tx, ctx, userId, ended)
  for (const { id } of gone) if (!ended.includes(id)) await rows.update(tx, id, { state: 'pending', consent: null })
  return gone.some(({ state }) => state !== 'pending')
}

/**
 * Stores the encrypted recovery keys. They are required with the list that adds the device, and accepted later if they are
 * missing: after a restore, another person may have uploaded the list.
 */
const saveRecovery = async (tx: Db, ctx: Ctx, { userId, chain, added, recovery }: Matching): Promise<boolean> => {
  const device = trustedNow(chain).find(({ kind }) => kind === 'recovery')
  const isNew = added.some(({ list }) => list.added.some(({ deviceId }) => deviceId === device?.deviceId))
  const isMissing = isNew && userId === ctx.me._id && !recovery
  if (!device || isMissing || (recovery && recovery.deviceId !== device.deviceId)) throw new AppError(listErrors.recoveryMissing)
  const row = await rows.byId(tx, device.deviceId)
  if (!recovery || !row || row.revokedAt !== null || (!isNew && row.sealedKeys !== null)) return false
  await rows.update(tx, row.id, { sealedKeys: recovery.sealedKeys })
  return true
}

/**
 * Updates the device rows of a person to match their newest list. Returns whether anything changed, whether a device lost access,
 * and whether the person now has a current device for the first time.
 */
export const matchDevices = async (
  tx: Db,
  ctx: Ctx,
  matching: Matching,
): Promise<{ isChanged: boolean; isLess: boolean; isFirst: boolean }> => {
  const at = ctx.now.toISOString()
  if (matching.added.length === 0) return { isChanged: await saveRecovery(tx, ctx, matching), isLess: false, isFirst: false }
  const before = await rows.livingOf(tx, matching.userId, '')
  const isLess = await leaveOut(tx, ctx, matching, before)
  await enter(tx, matching, at)
  await saveRecovery(tx, ctx, matching)
  const after = await rows.livingOf(tx, matching.userId, '')
  const isCurrentNow = (device: DevicesTable) => isCurrent(device, ctx.now)
  return { isChanged: true, isLess, isFirst: !before.some(isCurrentNow) && after.some(isCurrentNow) }
}
