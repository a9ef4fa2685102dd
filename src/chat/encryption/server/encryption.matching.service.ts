import { AppError } from '#contract/errors.ts'
import type { Db, DevicesTable } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { type Chain, type ChainDevice, trustedNow } from '../encryption.chain.policy.ts'
import { listErrors } from '../encryption.lists.contract.ts'
import { encryptionErrors, type ListedDevice } from '../encryption.shapes.contract.ts'
import * as rows from './encryption.devices.db.ts'
import { isCurrent } from './encryption.devices.service.ts'
import type { Added } from './encryption.lists.service.ts'

type Matching = { userId: string; chain: Chain; added: readonly Added[]; recovery: { deviceId: string; sealedKeys: string } | undefined }

/** Throws where the row is that of another person, has other keys, or was removed. */
const assertSame = (known: DevicesTable, userId: string, { kind, publicKeyPem, signingKeyPem }: ListedDevice, isTrusted: boolean) => {
  const isSame =
    known.userId === userId && known.kind === kind && known.publicKeyPem === publicKeyPem && known.signingKeyPem === signingKeyPem
  if (!isSame || (isTrusted && known.revokedAt !== null)) throw new AppError(encryptionErrors.deviceTaken)
}

/** The row of a device that only its list names: after a restore, the registration is missing. */
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

/** Makes rows of devices that lists add trusted, or enters them; of one that a later list revokes only its keys stay. */
const enter = async (tx: Db, { userId, chain, added }: Matching, at: string): Promise<void> => {
  for (const device of added.flatMap(({ list }) => list.added)) {
    const isTrusted = (chain.devices.get(device.deviceId) as ChainDevice | undefined)?.revokedAt === null
    const known = await rows.byId(tx, device.deviceId)
    if (known) assertSame(known, userId, device, isTrusted)
    if (!known) await rows.insert(tx, { ...rowOf(userId, device, at), revokedAt: isTrusted ? null : at })
    else if (isTrusted) await rows.update(tx, known.id, { state: 'trusted', consent: null })
  }
}

/** Revokes what lists revoke and recovery devices that were replaced; other browsers that the newest list does not have are pending. */
const leaveOut = async (tx: Db, { userId, chain, added }: Matching, living: readonly DevicesTable[], at: string): Promise<boolean> => {
  const trusted = new Set(trustedNow(chain).map(({ deviceId }) => deviceId))
  const revoked = new Set(added.flatMap(({ list }) => list.revoked))
  const gone = living.filter(({ id, kind, state }) => !trusted.has(id) && (revoked.has(id) || kind === 'recovery' || state !== 'pending'))
  const ended = gone.filter(({ id, kind }) => revoked.has(id) || kind === 'recovery').map(({ id }) => id)
  if (ended.length > 0) await rows.revoke(tx, userId, ended, at)
  for (const { id } of gone) if (!ended.includes(id)) await rows.update(tx, id, { state: 'pending', consent: null })
  return gone.some(({ state }) => state !== 'pending')
}

/**
 * Keeps what the recovery code opens. It is required with the list that adds the device, and taken later where it is missing:
 * after a restore, another person may have uploaded the list.
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
 * Brings the device rows of a person in line with their newest list. Returns whether anything changed, whether a device can read
 * less than before, and whether the person now has a current device for the first time.
 */
export const matchDevices = async (
  tx: Db,
  ctx: Ctx,
  matching: Matching,
): Promise<{ isChanged: boolean; isLess: boolean; isFirst: boolean }> => {
  const at = ctx.now.toISOString()
  if (matching.added.length === 0) return { isChanged: await saveRecovery(tx, ctx, matching), isLess: false, isFirst: false }
  const before = await rows.livingOf(tx, matching.userId, '')
  const isLess = await leaveOut(tx, matching, before, at)
  await enter(tx, matching, at)
  await saveRecovery(tx, ctx, matching)
  const after = await rows.livingOf(tx, matching.userId, '')
  const isCurrentNow = (device: DevicesTable) => isCurrent(device, ctx.now)
  return { isChanged: true, isLess, isFirst: !before.some(isCurrentNow) && after.some(isCurrentNow) }
}
