/*
 * What an attacker can do here, and which line stops it. Someone accuses another person of what they did not write: what a
 * report discloses must be what the sender has committed to (`isCommitted`), and the commitment must be the one that the
 * server has received from this person, as this revision of this message (`isReceived`), so that no row of another message,
 * and none that was changed since, proves anything. Someone reports what no member was shown: a file where there is none,
 * or none where there is one (`prove`), which clients refuse to show.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { currentCiphertext, receivedMac } from '#chat/conversations/server/chat.sealed.service.ts'
import type { Disclosure } from '#chat/encryption/encryption.disclosure.contract.ts'
import { frankedList, frankedListV2, type Place } from '#chat/encryption/encryption.lists.policy.ts'
import { AppError } from '#contract/errors.ts'
import type { Db, MessageCiphertextsTable, MessagesTable } from '#server/db/tables.ts'
import { moderationErrors } from '../moderation.shapes.contract.ts'

/** What is kept of a report: what it discloses, and of which revision. */
export type Proven = Disclosure & Pick<MessageCiphertextsTable, 'revision' | 'writtenBy'>

/** Of base64, in constant time. */
const isSame = (one: string, other: string): boolean => {
  const [bytes, others] = [Buffer.from(one, 'base64'), Buffer.from(other, 'base64')]
  return bytes.length === others.length && timingSafeEqual(bytes, others)
}

type Received = MessageCiphertextsTable & { commitment: string; serverMac: string }

/** What the commitment is over; undefined where a reply has the shape of another version, over which there is none. */
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
 * What a report keeps, as JSON, where it discloses what the message says now; null where the message is not encrypted, since
 * administrators read it as it is. Throws `notWhatWasSaid`. `message` was read behind the lock of its conversation.
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
