/*
 * What an attacker can do here, and which line stops it. The server cannot read what is encrypted, so it holds clients to
 * what keeps it unreadable: nothing without encryption where a conversation is encrypted (`mustFit`), nothing under a key
 * that someone has who left (`requiredVersionOf`), no initialization vector twice (`saveCiphertext`), and no device but
 * one of the sender's own that is not pending. Under a key version with a signed header, a message names this header
 * (`assertVersion`), and each of its revisions the device of the first one (`assertIdentity`). All of this is checked behind the lock of the conversation's row. What was received is written down
 * with a MAC, so that a report can prove it later (`receivedMac`).
 */
import { createHmac } from 'node:crypto'
import { list } from '#chat/encryption/encryption.lists.policy.ts'
import { type Envelope, encryptionErrors } from '#chat/encryption/encryption.shapes.contract.ts'
import type { Actor } from '#contract/actor.ts'
import { AppError, type ErrorKind } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { secret } from '#server/db/secrets.ts'
import type { ConversationsTable, Db, MessageCiphertextsTable, MessagesTable } from '#server/db/tables.ts'
import type { Platform } from '#server/feature/platform.ts'
import { chatErrors } from '../chat.shapes.contract.ts'
import * as rows from './chat.sealed.db.ts'

const DAY_MS = 86_400_000

/** For the feature encryption: whether someone can write with this device now. */
export const { isOwnSigningDevice } = rows

type Keyed = Pick<ConversationsTable, 'encryptedAt' | 'keyVersion' | 'requiredKeyVersion' | 'keyMadeAt' | 'keyMadeAfter' | 'lastSeq'>

/** The lowest version that may be used now: a key wears out after many messages and after a month. */
export const requiredVersionOf = (conversation: Keyed, now: Date): number => {
  const { encryptedAt, keyVersion, requiredKeyVersion, keyMadeAt, keyMadeAfter, lastSeq } = conversation
  if (encryptedAt === null) return 0
  const isOld = keyMadeAt !== null && now.getTime() - Date.parse(keyMadeAt) > limits.keyDays * DAY_MS
  return isOld || lastSeq - keyMadeAfter > limits.keyMessages ? Math.max(requiredKeyVersion, keyVersion + 1) : requiredKeyVersion
}

/** What someone wants to say, as far as it decides whether it may stand in the conversation. A blank reply says nothing. */
export type Saying = { content: string | null; hasFile: boolean; encryption: Envelope | undefined }

const whyNotFit = (conversation: Keyed, { content, hasFile, encryption }: Saying, now: Date): ErrorKind | undefined => {
  const isPlain = content !== null || (hasFile && !encryption)
  if (conversation.encryptedAt === null) return encryption && encryptionErrors.notEnabled
  if (isPlain) return chatErrors.plaintextRefused
  if (!encryption) return undefined
  const { keyVersion } = encryption
  return keyVersion !== conversation.keyVersion || keyVersion < requiredVersionOf(conversation, now)
    ? encryptionErrors.keyOutdated
    : undefined
}

/** Throws where something may not stand in the conversation as it is encrypted, or not, now. */
export const mustFit = (conversation: Keyed, saying: Saying, now: Date): void => {
  const kind = whyNotFit(conversation, saying, now)
  if (kind) throw new AppError(kind)
}

/** What the MACs of received messages are made with. Not inside a transaction. */
export const receiptKey = async ({ db }: Pick<Platform, 'db'>): Promise<Buffer> => Buffer.from(await secret(db, 'franking'), 'hex')

type Received = Pick<MessagesTable, 'conversationId' | 'seq' | 'createdAt'> & {
  messageId: string
  writtenBy: string
  revision: number
  commitment: string
}

/** That the server has received this commitment from this person as this revision of this message; base64. */
export const receivedMac = (key: Buffer, received: Received): string => {
  const { commitment, writtenBy, conversationId, messageId, seq, revision, createdAt } = received
  const bytes = list('carrel/received/1', commitment, writtenBy, conversationId, messageId, seq, revision, createdAt)
  return createHmac('sha256', key).update(bytes).digest('base64')
}

type Saving = {
  me: Pick<Actor, '_id'>
  now: Date
  key: Buffer
  message: Pick<MessagesTable, 'id' | 'conversationId' | 'seq' | 'createdAt'>
}

/** Under a key version with a header, messages name that header; under one without, they cannot. */
const assertVersion = async (tx: Db, conversationId: string, { keyVersion, versionHash }: Envelope): Promise<void> => {
  const known = await rows.versionHashOf(tx, conversationId, keyVersion)
  if (known === (versionHash ?? null)) return
  throw new AppError(versionHash === undefined ? encryptionErrors.headerNeeded : encryptionErrors.keyOutdated)
}

/** The first revision of version 2 names its own device, and every edit the device of the first revision. */
const assertIdentity = async (tx: Db, messageId: string, { v, deviceId, firstDeviceId }: Envelope): Promise<void> => {
  if (v === 1) return
  const first = await rows.firstOf(tx, messageId)
  if (firstDeviceId !== (first ? (first.firstDeviceId ?? first.deviceId) : deviceId)) throw new AppError(encryptionErrors.identityWrong)
}

/** Saves a revision behind the lock of its conversation. */
export const saveCiphertext = async (tx: Db, { me, now, key, message }: Saving, envelope: Envelope): Promise<void> => {
  const { v, alg, keyVersion, deviceId, revision, iv, ciphertext, commitment, signature } = envelope
  const { versionHash = null, firstDeviceId = null, head = null } = envelope
  const { id: messageId, conversationId, seq, createdAt } = message
  await assertVersion(tx, conversationId, envelope)
  await assertIdentity(tx, messageId, envelope)
  if (!(await rows.isOwnSigningDevice(tx, me._id, deviceId))) throw new AppError(encryptionErrors.deviceUnknown)
  if (await rows.isUsed(tx, { conversationId, keyVersion, iv })) throw new AppError(encryptionErrors.ivUsed)
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

/** A revision as it was received, for a report to be judged by; undefined where the message is not encrypted, or erased. */
export const currentCiphertext = (db: Db, message: Pick<MessagesTable, 'id' | 'revision'>): Promise<MessageCiphertextsTable | undefined> =>
  message.revision === null ? Promise.resolve(undefined) : rows.byRevision(db, message.id, message.revision)
