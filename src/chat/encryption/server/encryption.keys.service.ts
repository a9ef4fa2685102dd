/*
 * What an attacker can do here, and which line stops it. A member could leave a person out of a key, or add a person who is not a
 * member: the key must cover exactly the devices of the members, as read behind the lock of the conversation (`assertCovers`). If
 * two members create the next version at once, only one is stored (`saveKey` compares the version). Whether a wrap contains the
 * right key, and who signed it, only clients can verify. Earlier keys are shared only between devices of one person
 * (`shareKeys`).
 */

import { authorize } from '#chat/conversations/server/conversations.authorize.service.ts'
import { isOwnSigningDevice } from '#chat/conversations/server/conversations.ciphertexts.service.ts'
import {
  lockReadable,
  setCurrentKey,
  tellEncrypted,
  tellKeysChanged,
  tellOwnKeys,
} from '#chat/conversations/server/conversations.keys.service.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { lock } from '#server/db/locks.ts'
import type { DevicesTable } from '#server/db/tables/chat.encryption.ts'
import type { Db } from '#server/db/tables.ts'
import type { Tx } from '#server/db/transact.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { byId, pageOf } from '#server/http/paging.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import type { encryptionApi } from '../encryption.contract.ts'
import type { MemberDevices } from '../encryption.lists.policy.ts'
import { encryptionErrors } from '../encryption.shapes.contract.ts'
import { findOwn, isCurrent } from './encryption.devices.service.ts'
import * as rows from './encryption.keys.db.ts'
import { statusFor, whyNotEnable } from './encryption.status.service.ts'
import { assertHeader, isSameSet } from './encryption.versions.service.ts'

type SaveKey = Input<typeof encryptionApi.saveKey>['body']

/** After a restore, a client may know versions that the server does not, and continues above them. */
const MOST_SKIPPED = 1_000

/** Returns the members the key covers, those with a device. Throws unless it covers all it must, and the caller's data agree. */
const assertCovers = async (
  tx: Db,
  { conversationId, now }: { conversationId: string; now: Date },
  { wrappedKeys, members }: SaveKey,
): Promise<MemberDevices[]> => {
  const people = await rows.membersOf(tx, conversationId)
  const living = new Map<string, DevicesTable>((await rows.devicesIn(tx, conversationId)).map((device) => [device.id, device]))
  const wrapped = wrappedKeys.map(({ deviceId }) => deviceId)
  const isRight =
    new Set(wrapped).size === wrapped.length &&
    wrapped.every((id) => living.has(id)) &&
    [...living.values()].every((device) => !isCurrent(device, now) || wrapped.includes(device.id))
  const covered = people
    .map(({ id: userId }) => ({ userId, deviceIds: wrapped.filter((id) => living.get(id)?.userId === userId) }))
    .filter(({ deviceIds }) => deviceIds.length > 0)
  const isAsDeclared = (declared: MemberDevices): boolean =>
    covered.some(({ userId, deviceIds }) => userId === declared.userId && isSameSet(deviceIds, declared.deviceIds))
  const areMembersRight = !members || (members.length === covered.length && members.every(isAsDeclared))
  if (!isRight || !areMembersRight) throw new AppError(encryptionErrors.devicesNotCovered)
  return covered
}

const saveVersion = async (tx: Tx, ctx: Ctx, conversationId: string, body: SaveKey): Promise<{ isFirst: boolean }> => {
  const { keyVersion, wrappedKeys, header } = body
  const byDevice = body.byDevice ?? header?.byDevice
  await lock(tx, 'devices')
  const conversation = await lockReadable(tx, ctx, conversationId)
  const devices = await rows.devicesIn(tx, conversationId)
  const kind = await whyNotEnable(
    tx,
    ctx.me,
    conversation,
    devices.filter((device) => isCurrent(device, ctx.now)),
  )
  if (kind) throw new AppError(kind)
  if (keyVersion <= conversation.keyVersion) throw new AppError(encryptionErrors.versionTaken)
  if (keyVersion > conversation.keyVersion + MOST_SKIPPED) throw new AppError(encryptionErrors.versionTooHigh)
  if (header && header.byDevice !== byDevice) throw new AppError(encryptionErrors.devicesNotCovered)
  if (byDevice !== undefined && !(await isOwnSigningDevice(tx, ctx.me._id, byDevice))) throw new AppError(encryptionErrors.deviceUnknown)
  const covered = await assertCovers(tx, { conversationId, now: ctx.now }, body)
  const signed = await assertHeader(tx, { conversation, byUser: ctx.me._id, keyVersion, covered }, header)
  await rows.insertVersion(tx, conversation, {
    keyVersion,
    byUser: ctx.me._id,
    byDevice: byDevice ?? null,
    members: JSON.stringify(covered),
    createdAt: ctx.now.toISOString(),
    ...signed,
  })
  await rows.insertWraps(
    tx,
    wrappedKeys.map((wrap) => ({ conversationId, keyVersion, ...wrap, sharedBy: null })),
  )
  await setCurrentKey(tx, ctx, conversation, keyVersion)
  const isFirst = conversation.encryptedAt === null
  if (isFirst)
    await writeAudit(tx, ctx, {
      action: 'encryption.enable',
      targetId: conversationId,
      after: { members: covered.map(({ userId }) => userId) },
    })
  return { isFirst }
}

export const saveKey = async (
  ctx: Ctx,
  { params: { id }, body }: Input<typeof encryptionApi.saveKey>,
): Promise<Reply<typeof encryptionApi.saveKey>> => {
  const conversation = await authorize(ctx.db, ctx, id, 'read')
  const { isFirst } = await ctx.transact((tx) => saveVersion(tx, ctx, id, body))
  if (isFirst) await tellEncrypted(ctx, id)
  tellKeysChanged(ctx, [conversation])
  return statusFor(ctx, id, body.byDevice ?? body.header?.byDevice)
}

export const unshared = async (
  { db, me }: Ctx,
  { params: { id: to }, query: { from, ...query } }: Input<typeof encryptionApi.unshared>,
): Promise<Reply<typeof encryptionApi.unshared>> => {
  await findOwn(db, me, to)
  await findOwn(db, me, from)
  const page = await pageOf(byId, query, (limit, after) => rows.unsharedKeys(db, { userId: me._id, from, to }, limit, after))
  const ids = page.items.map(({ id }) => id)
  const there = new Set((await rows.openedBy(db, to, ids)).map(({ conversationId, keyVersion }) => `${conversationId} ${keyVersion}`))
  const missing = (await rows.openedBy(db, from, ids)).filter(
    ({ conversationId, keyVersion }) => !there.has(`${conversationId} ${keyVersion}`),
  )
  const versionsOf = Map.groupBy(missing, ({ conversationId }) => conversationId)
  return {
    items: ids.map((conversation) => ({
      conversation,
      keyVersions: (versionsOf.get(conversation) ?? []).map(({ keyVersion }) => keyVersion),
    })),
    nextCursor: page.nextCursor,
  }
}

/** Throws for a pending device: it gets no keys until a list adds it. */
const assertAdmitted = async (db: Db, me: Ctx['me'], id: string): Promise<void> => {
  const { state } = await findOwn(db, me, id)
  if (state === 'pending') throw new AppError(encryptionErrors.deviceUnknown)
}

/**
 * Shares keys with another own device. Keys that the other device already has stay unchanged; only keys that the sharing device
 * can open are accepted.
 */
export const shareKeys = async (
  ctx: Ctx,
  { params: { id: to }, body: { byDevice, keys } }: Input<typeof encryptionApi.shareKeys>,
): Promise<Reply<typeof encryptionApi.shareKeys>> => {
  await assertAdmitted(ctx.db, ctx.me, to)
  const { shared, told } = await ctx.transact(async (tx) => {
    await assertAdmitted(tx, ctx.me, to)
    if (byDevice === to || !(await isOwnSigningDevice(tx, ctx.me._id, byDevice))) throw new AppError(encryptionErrors.deviceUnknown)
    if (keys.some(({ deviceId }) => deviceId !== to)) throw new AppError(encryptionErrors.devicesNotCovered)
    const conversationIds = [...new Set(keys.map(({ conversation }) => conversation))]
    const opened = new Set((await rows.openedBy(tx, byDevice, conversationIds)).map((one) => `${one.conversationId} ${one.keyVersion}`))
    if (keys.some(({ conversation, keyVersion }) => !opened.has(`${conversation} ${keyVersion}`)))
      throw new AppError(encryptionErrors.devicesNotCovered)
    const shared = await rows.insertWraps(
      tx,
      keys.map(({ conversation, ...wrap }) => ({ conversationId: conversation, ...wrap, sharedBy: byDevice })),
    )
    return { shared, told: conversationIds }
  })
  tellOwnKeys(ctx, told)
  return { shared }
}
