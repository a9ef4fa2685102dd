import * as z from 'zod/mini'
import type { Errors } from '#contract/errors.ts'
import { Id } from '#contract/fields.ts'
import { chatLimits } from './conversations.limits.ts'

/*
 * Encrypted messages as sent and stored: see docs/encryption.md. The server checks shapes and lengths; clients verify signatures.
 */

/** Accepts this many bytes as canonical, padded standard base64. */
export const Base64 = (bytes: number | { min: number; max: number }, message: string) => {
  const { min, max } = typeof bytes === 'number' ? { min: bytes, max: bytes } : bytes
  return z.string(message).check(
    z.maxLength(Math.ceil(max / 3) * 4, message),
    z.refine((text) => {
      const length = base64Length(text)
      return length !== undefined && length >= min && length <= max
    }, message),
  )
}

const alphabet = /^[A-Za-z0-9+/]*={0,2}$/
/** Valid last characters before no, one or two padding signs; others would leave unused bits set. */
const endings = [/(?:)/, /[AEIMQUYcgkosw048]=$/, /[AQgw]==$/]

/** Returns the number of bytes a base64 text encodes, or undefined if it is not base64. */
const base64Length = (text: string): number | undefined => {
  if (text.length % 4 !== 0 || !alphabet.test(text)) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return endings[padding]?.test(text) ? (text.length / 4) * 3 - padding : undefined
}

/** The SHA-256 of a device's wrapping key, as base64url. */
export const DeviceId = z.string('Invalid device').check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Invalid device'))

const versionMessage = 'Invalid key version'
export const KeyVersion = z.int(versionMessage).check(z.minimum(1, versionMessage), z.maximum(chatLimits.keyVersion, versionMessage))

const revisionMessage = 'Invalid revision'
const ciphertextMessage = 'This message is too long'

export const Hash = Base64(32, 'Invalid hash')

const envelope = {
  v: z.literal([1, 2], 'Unknown version of encryption'),
  alg: z.string('Unknown algorithm').check(z.minLength(1, 'Unknown algorithm'), z.maxLength(40, 'Unknown algorithm')),
  isEncrypted: z.literal(true, 'Invalid encryption'),
  keyVersion: KeyVersion,
  deviceId: DeviceId,
  /** Starts at 1 and increases with every edit. */
  revision: z.int(revisionMessage).check(z.minimum(0, revisionMessage), z.maximum(chatLimits.revision, revisionMessage)),
  iv: Base64(12, 'Invalid iv'),
  /** Includes the authentication tag, so an empty text still has 16 bytes. */
  ciphertext: Base64({ min: 16, max: chatLimits.ciphertextBytes }, ciphertextMessage),
  commitment: Base64(32, 'Invalid commitment'),
  signature: Base64(64, 'Invalid signature'),
  /** Hash of the header of the key version. This field and the two below are required in version 2 and absent in version 1. */
  versionHash: z.optional(Hash),
  /** Device of the first revision. */
  firstDeviceId: z.optional(DeviceId),
  /** Hash of the newest device list of the sender that the sending client knows. */
  head: z.optional(Hash),
}

type AnyEnvelope = { v: 1 | 2; deviceId: string; revision: number; versionHash?: string; firstDeviceId?: string; head?: string }

const hasFieldsOfVersion = ({ v, deviceId, revision, versionHash, firstDeviceId, head }: AnyEnvelope): boolean => {
  const added = [versionHash, firstDeviceId, head]
  if (v === 1) return added.every((field) => field === undefined)
  return added.every((field) => field !== undefined) && revision >= 1 && (revision > 1 || firstDeviceId === deviceId)
}
const fieldsOfVersion = z.refine<AnyEnvelope>(hasFieldsOfVersion, 'Invalid encryption')

/** An encrypted revision of a message as a client sends it, of version 1 or 2. */
export const Envelope = z.object(envelope, 'Invalid encryption').check(fieldsOfVersion)
export type Envelope = z.infer<typeof Envelope>
export type EnvelopeV2 = Envelope & { v: 2; versionHash: string; firstDeviceId: string; head: string }

/** An encrypted revision as the server returns it; `writtenBy` is the sender of the message or the person who edited it. */
export const EncryptedRevision = z.object({ ...envelope, writtenBy: Id }).check(fieldsOfVersion)
export type EncryptedRevision = z.infer<typeof EncryptedRevision>
export type EncryptedRevisionV2 = EncryptedRevision & EnvelopeV2

export const isV2 = (encrypted: EncryptedRevision): encrypted is EncryptedRevisionV2 => encrypted.v === 2

/** An encrypted file as described in its message. `key`, `iv` and `sha256` (of the uploaded bytes) are base64. */
export type EncryptedFile = { name: string; type: string; size: number; key: string; iv: string; sha256: string }

/**
 * Why a browser cannot show the text of an encrypted message:
 * - `noKey`: this browser does not have the key; `noDevice`: it is not a device; `unavailable`: it cannot be one;
 * - `startedOver`: encrypted for devices the person had before starting over; `notMember`: sent while they were not a member;
 * - `forged`: a check failed; `unsupported`: uses a format unknown to this version;
 * - `repeated`: already shown as another message; `rolledBack`: a later revision was shown before;
 * - `changed`: the server has two texts for one revision, or a different text than the one that was replied to;
 * - `notEncrypted`: plain text where encryption is required; `tooLong`: too long to quote.
 */
export type Unreadable =
  | 'noKey'
  | 'startedOver'
  | 'notMember'
  | 'noDevice'
  | 'unavailable'
  | 'forged'
  | 'unsupported'
  | 'repeated'
  | 'rolledBack'
  | 'changed'
  | 'notEncrypted'
  | 'tooLong'

/**
 * Notes about a message that is shown:
 * - `receivedLate`: delivered out of order, under a different id than before, or at a different time;
 * - `removedDevice`: first received after its device was removed by another one, or after its sender started over;
 * - `unproven`: from before its sender started over, and not seen by this browser at that time;
 * - `oldProtocol`: from before signed device lists; `notEncrypted`: from before this chat was encrypted;
 * - `editedSince`: on a quote, the quoted message was edited after the reply.
 */
export type Mark = 'receivedLate' | 'removedDevice' | 'unproven' | 'oldProtocol' | 'notEncrypted' | 'editedSince'

/** What a browser adds to a decrypted message; never sent. `claimedAt` is the sender's clock, in milliseconds since 1970. */
export type Decryption = { unreadable?: Unreadable; marks?: readonly Mark[]; claimedAt?: number }

/** Errors with which the server rejects an encrypted message. */
export const envelopeErrors = {
  notEnabled: { code: 'encryption.not_enabled', status: 409, message: 'This chat is not encrypted.' },
  keyOutdated: { code: 'encryption.key_outdated', status: 409, message: 'This message was encrypted with an outdated key.' },
  ivUsed: { code: 'encryption.iv_used', status: 409, message: 'This message must be encrypted again.' },
  revisionOutdated: { code: 'encryption.revision_outdated', status: 409, message: 'This message was edited meanwhile.' },
  deviceUnknown: { code: 'encryption.device_unknown', status: 422, message: 'This browser is not among your devices.' },
  headerNeeded: {
    code: 'encryption.header_needed',
    status: 422,
    message: 'This chat needs a newer version of the program. Please reload the page.',
  },
  identityWrong: { code: 'encryption.identity_wrong', status: 422, message: 'This edit does not name the device that wrote the message.' },
} satisfies Errors
