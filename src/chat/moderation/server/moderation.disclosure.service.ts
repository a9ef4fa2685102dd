/*
 * What an attacker can do here, and which line stops it. A reporter accuses another person of words they did not write: what a
 * report discloses must match the sender's commitment (`isCommitted`), and the commitment must be the one that the
 * server received from this person, as this revision of this message (`isReceived`), so that a row of another message,
 * or one that was changed since, proves nothing. A reporter discloses what no member was shown: a file in a text message,
 * or none in a file message (`prove`), which clients refuse to show.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { currentCiphertext, receivedMac } from '#chat/conversations/server/conversations.ciphertexts.service.ts'
import type { Disclosure } from '#chat/encryption/encryption.disclosure.contract.ts'
import { frankedList, frankedListV2, type Place } from '#chat/encryption/encryption.lists.policy.ts'
import { AppError } from '#contract/errors.ts'
import type { MessageCiphertextsTable } from '#server/db/tables/chat.encryption.ts'
import type { MessagesTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'
import { moderationErrors } from '../moderation.shapes.contract.ts'

/** The stored form of a report: the disclosed content and its revision. */
export type Proven = Disclosure & Pick<MessageCiphertextsTable, 'revision' | 'writtenBy'>

/** Compares two base64 texts in constant time. */
const isSame = (one: string, other: string): boolean => {
  const [bytes, others] = [Buffer.from(one, 'base64'), Buffer.from(other, 'base64')]
  return bytes.length === others.length && timingSafeEqual(bytes, others)
}

type Received = MessageCiphertextsTable & { commitment: string; serverMac: string }

/** Returns the committed fields; undefined if the reply has the shape of another version, which has no commitment. */
const frankedOf = (place: Place, firstDeviceId: string | null, { replyTo, ...said }: Omit<Disclosure, 'frankingKey'>) => {
  if (firstDeviceId === null) return typeof replyTo === 'object' && replyTo !== null ? undefined : frankedList(place, { ...said, replyTo })
  return typeof replyTo === 'string' ? undefined : frankedListV2({ ...place, firstDeviceId }, { ...said, replyTo })
}

type Committed = Pick<Received, 'commitment' | 'firstDeviceId'>

const isCommitted = (place: Place, { frankingKey, ...said }: Disclosure, { commitment, firstDeviceId }: Committed): boolean => {
  const franked = frankedOf(place, firstDeviceId, said)
  return (
    franked !== undefined && isSame(createHmac('sha256', Buffer.from(frankingKey, 'base64')).update(franked).digest('base64'), commitment)
  )
}

const isReceived = (key: Buffer, message: MessagesTable, { writtenBy, revision, commitment, serverMac }: Received): boolean => {
  const { id: messageId, conversationId, seq, createdAt } = message
  return isSame(receivedMac(key, { conversationId, seq, createdAt, messageId, writtenBy, revision, commitment }), serverMac)
}

const isWhole = (row: MessageCiphertextsTable | undefined): row is Received =>
  row !== undefined && row.commitment !== null && row.serverMac !== null

/**
 * Returns the JSON that a report stores if it discloses the current content of the message; null if the message is not encrypted,
 * since administrators can read it. Throws `notWhatWasSaid`. `message` must be read behind the lock of its conversation.
 */
export const prove = async (
  tx: Db,
  { key, message }: { key: Buffer; message: MessagesTable },
  disclosure: Disclosure,
): Promise<string | null> => {
  if (message.revision === null) return null
  const row = await currentCiphertext(tx, message)
  const type = message.type === 'text' ? 'text' : 'file'
  const { conversationId: conversation, clientId } = message
  const isProven =
    isWhole(row) &&
    (disclosure.file !== null) === (type === 'file') &&
    isCommitted({ conversation, sender: row.writtenBy, clientId, revision: row.revision, type }, disclosure, row) &&
    isReceived(key, message, row)
  if (!isProven) throw new AppError(moderationErrors.notWhatWasSaid)
  const proven: Proven = { ...disclosure, revision: row.revision, writtenBy: row.writtenBy }
  return JSON.stringify(proven)
}

export const readProven = (disclosed: string | null): Proven | null => (disclosed === null ? null : JSON.parse(disclosed))
