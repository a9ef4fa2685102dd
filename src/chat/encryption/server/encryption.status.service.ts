import { createHash } from 'node:crypto'
import { authorize } from '#chat/conversations/server/conversations.authorize.service.ts'
import { requiredVersionOf } from '#chat/conversations/server/conversations.ciphertexts.service.ts'
import type { Reply } from '#contract/endpoint.ts'
import { toWhyNot } from '#contract/whyNot.ts'
import type { DevicesTable } from '#server/db/tables/chat.encryption.ts'
import type { ConversationsTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { chatSettings } from '#system/customization/server/customization.service.ts'
import type { encryptionApi } from '../encryption.contract.ts'
import { encryptionLimits } from '../encryption.limits.ts'
import { type MemberDevices, membersList } from '../encryption.lists.policy.ts'
import { encryptionPolicy } from '../encryption.policy.ts'
import type { EarlierKey, EncryptionStatus } from '../encryption.shapes.contract.ts'
import { isCurrent, toPublic } from './encryption.devices.service.ts'
import * as rows from './encryption.keys.db.ts'
import { headsIn } from './encryption.lists.db.ts'

type Wrap = Awaited<ReturnType<typeof rows.wrapsFor>>[number]

const membersOf = ({ members }: Pick<Wrap, 'members'>): MemberDevices[] => JSON.parse(members)

const toEarlier = ({ keyVersion, wrappedKey, signature, byDevice, sharedBy, members }: Wrap): EarlierKey => ({
  keyVersion,
  wrappedKey,
  signature,
  byDevice,
  sharedBy,
  membersHash: createHash('sha256')
    .update(membersList(JSON.parse(members)))
    .digest('base64'),
})

/**
 * Returns why the caller cannot encrypt a conversation with these devices now; undefined if they can, or if it is already
 * encrypted.
 */
export const whyNotEnable = async (
  db: Db,
  me: Ctx['me'],
  conversation: ConversationsTable,
  devices: readonly Pick<DevicesTable, 'userId'>[],
) => {
  if (conversation.encryptedAt !== null) return undefined
  const members = conversation.builtIn === null ? await rows.membersOf(db, conversation.id) : []
  const withDevice = new Set(devices.map(({ userId }) => userId))
  return encryptionPolicy.whyNotEnable(me, {
    type: conversation.type,
    builtIn: conversation.builtIn,
    members: members.map(({ id, role }) => ({ role, hasDevice: withDevice.has(id) })),
    settings: await chatSettings(db),
  })
}

/** Returns the encryption state of a conversation of the caller, for one of their devices. */
export const statusFor = async (ctx: Ctx, id: string, device: string | undefined): Promise<EncryptionStatus> => {
  const conversation = await authorize(ctx.db, ctx, id, 'read')
  const { keyVersion } = conversation
  const wraps =
    device === undefined ? [] : await rows.wrapsFor(ctx.db, id, { id: device, userId: ctx.me._id }, encryptionLimits.earlierKeys)
  const made = keyVersion > 0 ? await rows.version(ctx.db, id, keyVersion) : undefined
  const own = wraps.find((wrap) => wrap.keyVersion === keyVersion)
  const living = await rows.devicesIn(ctx.db, id)
  const devices = living.filter((one) => isCurrent(one, ctx.now))
  // A caller without a device sets up encryption first; only the other people are a reason to wait.
  const why = await whyNotEnable(ctx.db, ctx.me, conversation, [...devices, { userId: ctx.me._id }])
  const people = conversation.builtIn === null ? await rows.membersOf(ctx.db, id) : []
  const heads = conversation.builtIn === null ? await headsIn(ctx.db, id) : []
  return {
    enabled: conversation.encryptedAt !== null,
    keyVersion,
    requiredKeyVersion: requiredVersionOf(conversation, ctx.now),
    wrappedKey: own?.wrappedKey ?? null,
    signature: own?.signature ?? null,
    byDevice: made?.byDevice ?? null,
    sharedBy: own?.sharedBy ?? null,
    members: made ? membersOf(made).map(({ userId, deviceIds }) => ({ userId, deviceIds: [...deviceIds] })) : [],
    previous: wraps.filter((wrap) => wrap.keyVersion < keyVersion).map(toEarlier),
    devices: devices.map(toPublic),
    header: made?.header ? JSON.parse(made.header) : null,
    versionHash: made?.versionHash ?? null,
    heads: people.length > encryptionLimits.encryptedMembers ? [] : heads.map(({ hash: head, ...place }) => ({ ...place, head })),
    kind: conversation.type,
    lastSeq: conversation.lastSeq,
    memberIds: people.length > encryptionLimits.encryptedMembers ? [] : people.map(({ id: userId }) => userId),
    whyNotEnable: why ? toWhyNot(why) : null,
  }
}

export const status = (
  ctx: Ctx,
  { params: { id }, query: { device } }: Input<typeof encryptionApi.status>,
): Promise<Reply<typeof encryptionApi.status>> => statusFor(ctx, id, device)

export const knownDevices = async (
  ctx: Ctx,
  { params: { id }, query: { ids } }: Input<typeof encryptionApi.knownDevices>,
): Promise<Reply<typeof encryptionApi.knownDevices>> => {
  await authorize(ctx.db, ctx, id, 'read')
  return { items: (await rows.knownIn(ctx.db, id, ids)).map(toPublic) }
}
