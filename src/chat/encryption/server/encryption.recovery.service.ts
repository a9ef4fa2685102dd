import { encryptedOf, requireNewKeysOf, tellKeysChanged } from '#chat/conversations/server/conversations.keys.service.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { lock } from '#server/db/locks.ts'
import type { DevicesTable } from '#server/db/tables/chat.encryption.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { encryptionApi } from '../encryption.contract.ts'
import { listErrors } from '../encryption.lists.contract.ts'
import { encryptionErrors } from '../encryption.shapes.contract.ts'
import * as rows from './encryption.devices.db.ts'
import { enterDevice, revokeDevices } from './encryption.devices.service.ts'
import { newestOf } from './encryption.lists.db.ts'
import { signingKey, wrappingKey } from './encryption.publicKeys.ts'

type Recovery = Reply<typeof encryptionApi.recovery>

const toRecovery = ({ id, publicKeyPem, signingKeyPem, sealedKeys, createdAt }: DevicesTable): Recovery => ({
  deviceId: id,
  publicKeyPem,
  signingKeyPem: signingKeyPem ?? '',
  sealedKeys: sealedKeys ?? '',
  createdAt,
})

export const recovery = async ({ db, me }: Ctx): Promise<Recovery> => {
  const device = await rows.recoveryOf(db, me._id)
  // A device known only from its list was uploaded by another person after a restore.
  if (!device?.sealedKeys) throw new AppError(encryptionErrors.noRecovery)
  return toRecovery(device)
}

/** Replaces the recovery device. The previous code's device is revoked, and keys it could open are rejected from then on. */
export const saveRecovery = async (ctx: Ctx, { body }: Input<typeof encryptionApi.saveRecovery>): Promise<Recovery> => {
  const { id, pem: publicKeyPem } = wrappingKey(body.publicKeyPem)
  const at = ctx.now.toISOString()
  const device: DevicesTable = {
    id,
    userId: ctx.me._id,
    kind: 'recovery',
    name: '',
    publicKeyPem,
    signingKeyPem: signingKey(body.signingKeyPem),
    sealedKeys: body.sealedKeys,
    createdAt: at,
    lastSeenAt: at,
    revokedAt: null,
    state: 'registered',
    consent: null,
  }
  const told = await ctx.transact(async (tx) => {
    await lock(tx, 'devices')
    if (await newestOf(tx, ctx.me._id)) throw new AppError(listErrors.listNeeded)
    const before = await rows.recoveryOf(tx, ctx.me._id)
    if (before?.id === id && before.sealedKeys === body.sealedKeys) return []
    if (before) await revokeDevices(tx, ctx, ctx.me._id, [before.id])
    await enterDevice(tx, device)
    ctx.notify('devices', [ctx.me._id])
    return before ? requireNewKeysOf(tx, ctx.me._id) : encryptedOf(tx, ctx.me._id)
  })
  tellKeysChanged(ctx, told)
  return toRecovery(device)
}
