import * as z from 'zod/mini'
import { Base64, DeviceId } from '#chat/conversations/conversations.encryption.contract.ts'
import { chatLimits } from '#chat/conversations/conversations.limits.ts'
import { Id, storable } from '#contract/fields.ts'

/*
 * The content of an encrypted message, and what a report of it discloses. Clients and server share this definition, so that every
 * message that can be shown can also be reported. Nothing is trimmed, since the commitment covers every character. A text has
 * no lone surrogates, which all have the same UTF-8, and no NUL.
 */

const message = 'This is not what the message says'

const exact = (max: number) => z.string(message).check(z.maxLength(max, message), storable(message))

const nameLength = 255

const EncryptedFile = z.object({
  name: exact(nameLength).check(z.minLength(1, message)),
  /** The media type that the sender claims. */
  type: exact(nameLength),
  /** Size of the file before encryption. */
  size: z.int(message).check(z.minimum(0, message), z.maximum(chatLimits.attachmentBytes, message)),
  key: Base64(32, message),
  iv: Base64(12, message),
  sha256: Base64(32, message),
})

const revision = z.int(message).check(z.minimum(1, message), z.maximum(chatLimits.revision, message))

/** An encrypted message that is replied to: its identity in the conversation, and the revision that the sender has read. */
const ReplyToEncrypted = z.object({
  deviceId: DeviceId,
  /** Lower case, since the commitment covers its characters. */
  clientId: z.string(message).check(z.regex(/^(?:[0-9a-f]{32}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/, message)),
  revision,
  commitment: Base64(32, message),
})

/** An unencrypted message that is replied to. `sha256` is the hash of its text, or "" without a text. */
const ReplyToOpen = z.object({ messageId: Id, sha256: z.union([z.literal(''), Base64(32, message)], message) })

const ReplyV2 = z.union([ReplyToEncrypted, ReplyToOpen], message)

/** `frankingKey` has exactly 32 bytes: HMAC treats a key and the same key padded with zeros as equal. */
const said = {
  text: exact(chatLimits.messageContent),
  file: z.nullable(EncryptedFile),
  frankingKey: Base64(32, message),
}

/** The content of a version 1 message. */
export const PlaintextV1 = z.object({ ...said, replyTo: z.nullable(Id) })
export type PlaintextV1 = z.infer<typeof PlaintextV1>

/** The content of a version 2 message: `stream`, `counter` and `sentAt` define its sender's order of messages. */
export const PlaintextV2 = z.object({
  ...said,
  replyTo: z.nullable(ReplyV2),
  stream: Base64(16, message),
  counter: z.int(message).check(z.minimum(1, message)),
  /** Milliseconds since 1970, up to the maximum of a Date. */
  sentAt: z.int(message).check(z.minimum(0, message), z.maximum(8_640_000_000_000_000, message)),
})
export type PlaintextV2 = z.infer<typeof PlaintextV2>

/** The content that a report discloses. `replyTo` is an id in version 1, an object in version 2. */
export const Disclosure = z.object({ ...said, replyTo: z.nullable(z.union([Id, ReplyV2], message)) })
export type Disclosure = z.infer<typeof Disclosure>
