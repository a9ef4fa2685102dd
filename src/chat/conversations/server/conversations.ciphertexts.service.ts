/*
 * What an attacker can do here, and which line stops it. The server cannot read encrypted messages, so it makes clients follow
 * the rules that keep them unreadable: only encrypted messages in an encrypted conversation (`checkContent`), no key that a
 * former member has (`requiredVersionOf`), no reused initialization vector (`saveCiphertext`), and only devices of the sender
 * that are not pending. Under a key version with a signed header, a message names this header (`assertVersion`), and each of its
 * revisions the device of the first one (`assertIdentity`). All of this is checked behind the lock of the conversation's row.
 * Each received message is recorded with a MAC, so that a report can prove it later (`receivedMac`).
 */
import { createHmac } from 'node:crypto'
import type { Actor } from '#contract/actor.ts'
import { AppError, type ErrorKind } from '#contract/errors.ts'
import { secret } from '#server/db/secrets.ts'
import type { MessageCiphertextsTable } from '#server/db/tables/chat.encryption.ts'
import type { ConversationsTable, MessagesTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'
import type { Platform } from '#server/feature/platform.ts'
import { type Envelope, envelopeErrors } from '../conversations.encryption.contract.ts'
import { encodeFields } from '../conversations.fields.policy.ts'
import { chatLimits } from '../conversations.limits.ts'
import { chatErrors } from '../conversations.shapes.contract.ts'
import type { Authorized, CheckedContent, Locked, MessageContent } from './conversations.authorized.ts'
import * as rows from './conversations.ciphertexts.db.ts'

const DAY_MS = 86_400_000

/** Returns whether a person can currently sign with this device. For the encryption feature. */
export const { isOwnSigningDevice } = rows

type Keyed = Pick<ConversationsTable, 'encryptedAt' | 'keyVersion' | 'requiredKeyVersion' | 'keyMadeAt' | 'keyMadeAfter' | 'lastSeq'>

/** Returns the lowest version that may be used now: a key expires after a number of messages and after a month. */
export const requiredVersionOf = (conversation: Keyed, now: Date): number => {
  const { encryptedAt, keyVersion, requiredKeyVersion, keyMadeAt, keyMadeAfter, lastSeq } = conversation
  if (encryptedAt === null) return 0
  const isOld = keyMadeAt !== null && now.getTime() - Date.parse(keyMadeAt) > chatLimits.keyDays * DAY_MS
  return isOld || lastSeq - keyMadeAfter > chatLimits.keyMessages ? Math.max(requiredKeyVersion, keyVersion + 1) : requiredKeyVersion
}

const whyNotFit = (conversation: Keyed, { content, hasFile, encryption }: MessageContent, now: Date): ErrorKind | undefined => {
  const isPlain = content !== null || (hasFile && !encryption)
  if (conversation.encryptedAt === null) return encryption && envelopeErrors.notEnabled
  if (isPlain) return chatErrors.plaintextRefused
  if (!encryption) return undefined
  const { keyVersion } = encryption
  return keyVersion !== conversation.keyVersion || keyVersion < requiredVersionOf(conversation, now)
    ? envelopeErrors.keyOutdated
    : undefined
}

/** Throws if the content does not match whether the conversation is encrypted. */
export const checkContent = <C extends Authorized<never>>(conversation: C, content: MessageContent, now: Date): CheckedContent<C> => {
  const kind = whyNotFit(conversation, content, now)
  if (kind) throw new AppError(kind)
  return content as CheckedContent<C>
}

/** Returns the key for the MACs of received messages. Must not be called inside a transaction. */
export const receiptKey = async (needs: Pick<Platform, 'db' | 'clock'>): Promise<Buffer> =>
  Buffer.from(await secret(needs, 'franking'), 'hex')

type Received = Pick<MessagesTable, 'conversationId' | 'seq' | 'createdAt'> & {
  messageId: string
  writtenBy: string
  revision: number
  commitment: string
}

/** Returns a base64 MAC that proves the server received this commitment from this person as this revision of this message. */
export const receivedMac = (key: Buffer, received: Received): string => {
  const { commitment, writtenBy, conversationId, messageId, seq, revision, createdAt } = received
  const bytes = encodeFields('carrel/received/1', commitment, writtenBy, conversationId, messageId, seq, revision, createdAt)
  return createHmac('sha256', key).update(bytes).digest('base64')
}

type Saving = {
  conversation: Locked<'write'>
  me: Pick<Actor, '_id'>
  now: Date
  key: Buffer
  message: Pick<MessagesTable, 'id' | 'seq' | 'createdAt'>
}

/** Throws unless a message names the header of its key version; versions without a header must not be named. */
const assertVersion = async (tx: Db, conversationId: string, { keyVersion, versionHash }: Envelope): Promise<void> => {
  const known = await rows.versionHashOf(tx, conversationId, keyVersion)
  if (known === (versionHash ?? null)) return
  throw new AppError(versionHash === undefined ? envelopeErrors.headerNeeded : envelopeErrors.keyOutdated)
}

/** Throws unless the first revision of version 2 names its own device, and every edit the device of the first revision. */
const assertIdentity = async (tx: Db, messageId: string, { v, deviceId, firstDeviceId }: Envelope): Promise<void> => {
  if (v === 1) return
  const first = await rows.firstOf(tx, messageId)
  if (firstDeviceId !== (first ? (first.firstDeviceId ?? first.deviceId) : deviceId)) throw new AppError(envelopeErrors.identityWrong)
}

/** Stores a revision behind the lock of its conversation. */
export const saveCiphertext = async (tx: Db, { conversation, me, now, key, message }: Saving, envelope: Envelope): Promise<void> => {
  const { v, alg, keyVersion, deviceId, revision, iv, ciphertext, commitment, signature } = envelope
  const { versionHash = null, firstDeviceId = null, head = null } = envelope
  const { id: messageId, seq, createdAt } = message
  const conversationId = conversation.id
  await assertVersion(tx, conversationId, envelope)
  await assertIdentity(tx, messageId, envelope)
  if (!(await rows.isOwnSigningDevice(tx, me._id, deviceId))) throw new AppError(envelopeErrors.deviceUnknown)
  if (await rows.isUsed(tx, { conversationId, keyVersion, iv })) throw new AppError(envelopeErrors.ivUsed)
  await rows.insert(tx, {
    messageId,
    revision,
    conversationId,
    keyVersion,
    iv,
    algorithm: alg,
    deviceId,
    writtenBy: me._id,
    ciphertext,
    commitment,
    signature,
    serverMac: receivedMac(key, { conversationId, seq, createdAt, messageId, writtenBy: me._id, revision, commitment }),
    writtenAt: now.toISOString(),
    v,
    versionHash,
    firstDeviceId,
    head,
  })
}

/** Returns a revision as it was received, to check a report against; undefined if the message is not encrypted, or erased. */
export const currentCiphertext = (db: Db, message: Pick<MessagesTable, 'id' | 'revision'>): Promise<MessageCiphertextsTable | undefined> =>
  message.revision === null ? Promise.resolve(undefined) : rows.byRevision(db, message.id, message.revision)
