/*
 * What an attacker can do here, and which line stops it. A member creates a version for devices that no newest list names, or
 * that names an outdated list or a non-member: the header must match what the server reads behind the lock
 * (`assertNames`). A member returns to versions without a header: they are rejected once there was one (`assertHeader`). Who signed
 * the header, and whether the lists are genuine, only clients can verify.
 */
import { createHash } from 'node:crypto'
import { authorize } from '#chat/conversations/server/conversations.authorize.service.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { ConversationsTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { encryptionApi } from '../encryption.contract.ts'
import { type MemberDevices, versionBody } from '../encryption.lists.policy.ts'
import { encryptionErrors, type VersionHeader } from '../encryption.shapes.contract.ts'
import * as rows from './encryption.keys.db.ts'
import { headsIn } from './encryption.lists.db.ts'

/** Returns the base64 hash by which messages name a version. */
const versionHashOf = (conversation: string, keyVersion: number, header: VersionHeader): string =>
  createHash('sha256').update(versionBody({ conversation, keyVersion }, header)).digest('base64')

/** Returns whether two lists without repetitions have the same ids. */
export const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length

/** Throws unless the header names the members with their newest lists, and for each the devices that the key is wrapped for. */
const assertNames = async (tx: Db, conversationId: string, { members }: VersionHeader, covered: readonly MemberDevices[]) => {
  const people = new Set((await rows.membersOf(tx, conversationId)).map(({ id }) => id))
  const heads = new Map((await headsIn(tx, conversationId)).map((head) => [head.userId, head]))
  const devices = new Map(covered.map(({ userId, deviceIds }) => [userId, deviceIds]))
  const named = new Set(members.map(({ userId }) => userId))
  const isRight =
    covered.every(({ userId }) => named.has(userId)) &&
    members.every(({ userId, generation, number, head, deviceIds }) => {
      const newest = heads.get(userId) ?? { generation: 0, number: 0, hash: null }
      const isNewest = newest.generation === generation && newest.number === number && newest.hash === head
      return people.has(userId) && isNewest && isSameSet(deviceIds, devices.get(userId) ?? [])
    })
  if (!isRight) throw new AppError(encryptionErrors.devicesNotCovered)
}

type Making = {
  conversation: Pick<ConversationsTable, 'id' | 'type' | 'encryptedAt' | 'lastSeq'>
  byUser: string
  keyVersion: number
  covered: readonly MemberDevices[]
}

/** Returns the fields to store for a header, checked behind the lock of its conversation. */
export const assertHeader = async (
  tx: Db,
  { conversation, byUser, keyVersion, covered }: Making,
  header: VersionHeader | null | undefined,
): Promise<{ header: string | null; versionHash: string | null }> => {
  if (!header) {
    if (await rows.hasHeader(tx, conversation.id)) throw new AppError(encryptionErrors.headerNeeded)
    return { header: null, versionHash: null }
  }
  // No unencrypted message was sent in between, which the header would declare forged.
  const isFromNow = conversation.encryptedAt !== null || header.encryptedFrom === conversation.lastSeq + 1
  if (!isFromNow || header.kind !== conversation.type || header.byUser !== byUser) throw new AppError(encryptionErrors.devicesNotCovered)
  await assertNames(tx, conversation.id, header, covered)
  return { header: JSON.stringify(header), versionHash: versionHashOf(conversation.id, keyVersion, header) }
}

export const versions = async (
  ctx: Ctx,
  { params: { id }, query: { numbers } }: Input<typeof encryptionApi.versions>,
): Promise<Reply<typeof encryptionApi.versions>> => {
  await authorize(ctx.db, ctx, id, 'read')
  const found = await rows.versionsAmong(ctx.db, id, numbers)
  return { items: found.map(({ keyVersion, header }) => ({ keyVersion, header: header === null ? null : JSON.parse(header) })) }
}
