import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { Base64 } from './encryption.shapes.contract.ts'

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

/** `frankingKey` has exactly 32 bytes: HMAC takes a key and the same key with zeros behind it as one. */
export const Disclosure = z.object({
  text: exact(limits.messageContent),
  replyTo: z.nullable(Id),
  file: z.nullable(SealedFile),
  frankingKey: Base64(32, message),
})
export type Disclosure = z.infer<typeof Disclosure>
