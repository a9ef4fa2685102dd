import * as z from 'zod/mini'
import type { Errors } from '#contract/errors.ts'
import { Id, Instant } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'

/* The fields of docs/encryption.md. The server looks at shapes and lengths; whether signatures hold is for clients to see. */

/** So many bytes as standard base64 with its padding, in the one way to write them. */
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
/** What may stand before one and two signs of padding, so that no bit is left over. */
const endings = [/(?:)/, /[AEIMQUYcgkosw048]=$/, /[AQgw]==$/]

/** How many bytes a text of base64 stands for, or undefined where it is none. */
const base64Length = (text: string): number | undefined => {
  if (text.length % 4 !== 0 || !alphabet.test(text)) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return endings[padding]?.test(text) ? (text.length / 4) * 3 - padding : undefined
}

/** The SHA-256 of a device's wrapping key, as base64url. */
export const DeviceId = z.string('Invalid device').check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Invalid device'))

const versionMessage = 'Invalid key version'
export const KeyVersion = z.int(versionMessage).check(z.minimum(1, versionMessage), z.maximum(limits.keyVersion, versionMessage))

const revisionMessage = 'Invalid revision'
const ciphertextMessage = 'This message is too long'

const envelope = {
  v: z.literal(1, 'Unknown version of encryption'),
  alg: z.string('Unknown algorithm').check(z.minLength(1, 'Unknown algorithm'), z.maxLength(40, 'Unknown algorithm')),
  isEncrypted: z.literal(true, 'Invalid encryption'),
  keyVersion: KeyVersion,
  deviceId: DeviceId,
  /** The first is 1, and every edit has a higher one. */
  revision: z.int(revisionMessage).check(z.minimum(0, revisionMessage), z.maximum(limits.revision, revisionMessage)),
  iv: Base64(12, 'Invalid iv'),
  /** With its tag, which is all that an empty text would have. */
  ciphertext: Base64({ min: 16, max: limits.ciphertextBytes }, ciphertextMessage),
  commitment: Base64(32, 'Invalid commitment'),
  signature: Base64(64, 'Invalid signature'),
}

/** An encrypted revision of a message as a client sends it. */
export const Envelope = z.object(envelope, 'Invalid encryption')
export type Envelope = z.infer<typeof Envelope>

/** An encrypted revision as the server answers it; `writtenBy` is the sender of the message or whoever edited it. */
export const Sealed = z.object({ ...envelope, writtenBy: Id })
export type Sealed = z.infer<typeof Sealed>

/**
 * Why a browser shows no text where a message is encrypted: this browser has no key of that time (`noKey`), is no device
 * (`noDevice`) or cannot be one (`unavailable`); what came does not hold what it must (`forged`), is of a kind that is not
 * known (`unsupported`), was there before as another message (`repeated`) or in a later version (`rolledBack`); it was not
 * encrypted where everything is (`notEncrypted`); or it is too long to be quoted (`tooLong`).
 */
export type Unreadable =
  | 'noKey'
  | 'noDevice'
  | 'unavailable'
  | 'forged'
  | 'unsupported'
  | 'repeated'
  | 'rolledBack'
  | 'notEncrypted'
  | 'tooLong'

/** What a browser adds to what it opened; nothing of it is on the wire. */
export type Openable = { unreadable?: Unreadable }

export const DeviceKind = z.enum(['browser', 'recovery'])
export type DeviceKind = z.infer<typeof DeviceKind>

/** The public halves of somebody's device. Without a signing key it can read and not write. */
export const PublicDevice = z.object({
  deviceId: DeviceId,
  userId: Id,
  kind: DeviceKind,
  publicKeyPem: z.string(),
  signingKeyPem: z.nullable(z.string()),
  createdAt: Instant,
  revokedAt: z.nullable(Instant),
})
export type PublicDevice = z.infer<typeof PublicDevice>

/** A device of one's own. */
export const OwnDevice = z.object({
  ...PublicDevice.shape,
  _id: DeviceId,
  name: z.string(),
  lastSeenAt: Instant,
})
export type OwnDevice = z.infer<typeof OwnDevice>

export const Members = z
  .array(
    z.object({ userId: Id, deviceIds: z.array(DeviceId).check(z.maxLength(limits.devices, 'Too many devices')) }),
    'Please name the members and their devices',
  )
  .check(z.maxLength(limits.encryptedMembers, 'This group is too large to be encrypted'))

const wrap = {
  /** As long as the device's wrapping key. */
  wrappedKey: Base64({ min: 256, max: 512 }, 'Invalid wrapped key'),
  signature: Base64(64, 'Invalid signature'),
}
export const WrappedKey = z.object({ deviceId: DeviceId, ...wrap })
export type WrappedKey = z.infer<typeof WrappedKey>

/** An earlier version, as the asking device may open it. Where another own device shared it, `sharedBy` has signed instead. */
export const EarlierKey = z.object({
  keyVersion: z.int(),
  ...wrap,
  byDevice: z.nullable(DeviceId),
  sharedBy: z.nullable(DeviceId),
  membersHash: z.nullable(z.string()),
})
export type EarlierKey = z.infer<typeof EarlierKey>

/**
 * How a conversation is encrypted, for the device that asks. `keyVersion` is 0 where it is not; a version below
 * `requiredKeyVersion` is not taken for sending. `members` are those whom the version covers, `devices` those that the next one must.
 */
export const EncryptionStatus = z.object({
  enabled: z.boolean(),
  keyVersion: z.int(),
  requiredKeyVersion: z.int(),
  /** Null where the version does not cover the device. */
  wrappedKey: z.nullable(z.string()),
  signature: z.nullable(z.string()),
  byDevice: z.nullable(DeviceId),
  sharedBy: z.nullable(DeviceId),
  members: z.array(z.object({ userId: Id, deviceIds: z.array(DeviceId) })),
  /** Those that the device has a key of, the latest first. */
  previous: z.array(EarlierKey),
  devices: z.array(PublicDevice),
  /** Why it cannot be switched on here by the one who asks, or null. */
  whyNotEnable: z.nullable(z.object({ code: z.string(), message: z.string() })),
})
export type EncryptionStatus = z.infer<typeof EncryptionStatus>

export const encryptionErrors = {
  notEnabled: { code: 'encryption.not_enabled', status: 409, message: 'This chat is not encrypted.' },
  keyOutdated: { code: 'encryption.key_outdated', status: 409, message: 'This message was encrypted with an outdated key.' },
  ivUsed: { code: 'encryption.iv_used', status: 409, message: 'This message must be encrypted anew.' },
  revisionOutdated: { code: 'encryption.revision_outdated', status: 409, message: 'This message was edited meanwhile.' },
  deviceUnknown: { code: 'encryption.device_unknown', status: 422, message: 'This browser is not among your devices.' },
  deviceInvalid: {
    code: 'encryption.device_invalid',
    status: 400,
    message: 'This is not a public key that messages can be encrypted for.',
  },
  deviceTaken: { code: 'encryption.device_taken', status: 409, message: 'This device is known with other keys, or was removed.' },
  tooManyDevices: {
    code: 'encryption.too_many_devices',
    status: 409,
    message: `You have ${limits.devices} devices. Remove one that you no longer use first.`,
  },
  versionTaken: { code: 'encryption.version_taken', status: 409, message: 'Somebody else has just changed the key of this chat.' },
  versionTooHigh: { code: 'encryption.version_too_high', status: 422, message: 'The version of this key is too far from the one before.' },
  tooManyMembers: {
    code: 'encryption.too_many_members',
    status: 403,
    message: `Groups of more than ${limits.encryptedMembers} people cannot be encrypted.`,
  },
  devicesNotCovered: {
    code: 'encryption.devices_not_covered',
    status: 422,
    message: 'The key must be there for every device of every member, and for nobody else.',
  },
  notAllowed: { code: 'encryption.not_allowed', status: 403, message: 'End-to-end encryption is switched off here.' },
  notWithStaff: {
    code: 'encryption.not_with_staff',
    status: 403,
    message: 'Chats between students and staff cannot be encrypted here.',
  },
  adminsOnly: { code: 'encryption.admins_only', status: 403, message: 'Only admins can switch on encryption in a group.' },
  builtIn: {
    code: 'encryption.built_in',
    status: 403,
    message: 'This group stays open, so that everybody who joins can read what was said.',
  },
  memberWithoutDevice: {
    code: 'encryption.member_without_device',
    status: 409,
    message: 'Somebody in this chat has not opened Chat in a browser that can encrypt yet.',
  },
  noRecovery: { code: 'encryption.no_recovery', status: 404, message: 'There is no recovery code.' },
} satisfies Errors
