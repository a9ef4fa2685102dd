import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { Base64, DeviceId } from './encryption.shapes.contract.ts'

/*
 * What stands in an encrypted message, and what a report of it discloses: the same for clients and server, so that nothing can be
 * written that is shown and cannot be reported. Nothing is trimmed, since the commitment is over every character. A text has
 * no lone surrogates, which all have the same UTF-8, and no NUL, which PostgreSQL cannot hold.
 */

const message = 'This is not what the message says'

const exact = (max: number) =>
  z.string(message).check(
    z.maxLength(max, message),
    z.refine((value) => value.isWellFormed() && !value.includes('\0'), message),
  )

const nameLength = 255

const SealedFile = z.object({
  name: exact(nameLength).check(z.minLength(1, message)),
  /** The media type as its sender says. */
  type: exact(nameLength),
  /** Of the file before it was encrypted. */
  size: z.int(message).check(z.minimum(0, message), z.maximum(limits.attachmentBytes, message)),
  key: Base64(32, message),
  iv: Base64(12, message),
  sha256: Base64(32, message),
})

const revision = z.int(message).check(z.minimum(1, message), z.maximum(limits.revision, message))

/** An encrypted message that is replied to: its identity in the conversation, and the revision that the sender has read. */
const ReplyToSealed = z.object({
  deviceId: DeviceId,
  /** In lower case, since the commitment is over its characters. */
  clientId: z.string(message).check(z.regex(/^(?:[0-9a-f]{32}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/, message)),
  revision,
  commitment: Base64(32, message),
})

/** An open message that is replied to. `sha256` is that of its text, or "" where it has none. */
const ReplyToOpen = z.object({ messageId: Id, sha256: z.union([z.literal(''), Base64(32, message)], message) })

const ReplyV2 = z.union([ReplyToSealed, ReplyToOpen], message)

/** `frankingKey` has exactly 32 bytes: HMAC takes a key and the same key with zeros behind it as one. */
const said = {
  text: exact(limits.messageContent),
  file: z.nullable(SealedFile),
  frankingKey: Base64(32, message),
}

/** What a message of version 1 says. */
export const PlaintextV1 = z.object({ ...said, replyTo: z.nullable(Id) })
export type PlaintextV1 = z.infer<typeof PlaintextV1>

/** What a message of version 2 says: `stream`, `counter` and `sentAt` are its sender's order of messages. */
export const PlaintextV2 = z.object({
  ...said,
  replyTo: z.nullable(ReplyV2),
  stream: Base64(16, message),
  counter: z.int(message).check(z.minimum(1, message)),
  /** Milliseconds since 1970, at most what a Date can hold. */
  sentAt: z.int(message).check(z.minimum(0, message), z.maximum(8_640_000_000_000_000, message)),
})
export type PlaintextV2 = z.infer<typeof PlaintextV2>

/** What a report of a message discloses. `replyTo` is an id in version 1, an object in version 2. */
export const Disclosure = z.object({ ...said, replyTo: z.nullable(z.union([Id, ReplyV2], message)) })
export type Disclosure = z.infer<typeof Disclosure>
