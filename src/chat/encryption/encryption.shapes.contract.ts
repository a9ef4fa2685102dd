import * as z from 'zod/mini'
import { Base64, DeviceId, envelopeErrors, Hash } from '#chat/conversations/conversations.encryption.contract.ts'
import type { Errors } from '#contract/errors.ts'
import { Id, Instant } from '#contract/fields.ts'
import { WhyNot } from '#contract/whyNot.ts'
import { encryptionLimits } from './encryption.limits.ts'

/*
 * The fields of docs/encryption.md. The server checks shapes and lengths; clients verify the signatures. Only device lists are
 * verified by the server too.
 */

export const DeviceKind = z.enum(['browser', 'recovery'])
export type DeviceKind = z.infer<typeof DeviceKind>

/** The public halves of a person's device. Without a signing key, the device can read but not write. */
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

const consentMessage = 'Invalid consent'
const placeNumber = (max: number) => z.int(consentMessage).check(z.minimum(0, consentMessage), z.maximum(max, consentMessage))

/** Signed by a new device so that it can be added to its person's device list after the list with the hash `previous`. */
export const Consent = z.object(
  { generation: placeNumber(encryptionLimits.generations), previous: Hash, signature: Base64(64, consentMessage) },
  consentMessage,
)
export type Consent = z.infer<typeof Consent>

/** `registered` if its person has no device list, `trusted` if the newest list names it, `pending` until a list adds it. */
const DeviceState = z.enum(['registered', 'pending', 'trusted'])

/** One of the caller's own devices. A pending one has a `consent`. */
export const OwnDevice = z.object({
  ...PublicDevice.shape,
  _id: DeviceId,
  name: z.string(),
  lastSeenAt: Instant,
  state: DeviceState,
  consent: z.nullable(Consent),
})
export type OwnDevice = z.infer<typeof OwnDevice>

export const Members = z
  .array(
    z.object({ userId: Id, deviceIds: z.array(DeviceId).check(z.maxLength(encryptionLimits.devices, 'Too many devices')) }),
    'Please name the members and their devices',
  )
  .check(z.maxLength(encryptionLimits.encryptedMembers, 'This group is too large to be encrypted'))

const wrap = {
  /** Has the length of the device's wrapping key. */
  wrappedKey: Base64({ min: 256, max: 512 }, 'Invalid wrapped key'),
  signature: Base64(64, 'Invalid signature'),
}
export const WrappedKey = z.object({ deviceId: DeviceId, ...wrap })
export type WrappedKey = z.infer<typeof WrappedKey>

/** An earlier version, in the form the requesting device can open. If another own device shared it, `sharedBy` is the signer. */
export const EarlierKey = z.object({
  keyVersion: z.int(),
  ...wrap,
  byDevice: z.nullable(DeviceId),
  sharedBy: z.nullable(DeviceId),
  membersHash: z.nullable(z.string()),
})
export type EarlierKey = z.infer<typeof EarlierKey>

const listMessage = 'Invalid device list'

const areAscending = (ids: readonly string[]): boolean => ids.every((id, at) => at === 0 || (ids[at - 1] ?? '') < id)
const ascending = z.refine<string[]>(areAscending, 'Invalid order')
const ascendingDevices = z.refine<{ deviceId: string }[]>((all) => areAscending(all.map(({ deviceId }) => deviceId)), 'Invalid order')
const ascendingPeople = z.refine<{ userId: string }[]>((all) => areAscending(all.map(({ userId }) => userId)), 'Invalid order')

const counted = (min: number, max: number, message: string) => z.int(message).check(z.minimum(min, message), z.maximum(max, message))
const Generation = counted(0, encryptionLimits.generations, listMessage)
const ListNumber = counted(0, encryptionLimits.deviceLists, listMessage)

/** A device as named in the list that adds it. `consent` is its own signature; null in list 0, which it signs itself. */
export const ListedDevice = z.object({
  deviceId: DeviceId,
  kind: DeviceKind,
  publicKeyPem: z.string(listMessage).check(z.maxLength(encryptionLimits.publicKeyPem, listMessage)),
  signingKeyPem: z.string(listMessage).check(z.maxLength(encryptionLimits.publicKeyPem, listMessage)),
  consent: z.nullable(Base64(64, listMessage)),
})
export type ListedDevice = z.infer<typeof ListedDevice>

const ListSignature = z.object({ deviceId: DeviceId, signature: Base64(64, 'Invalid signature') })

/** One list of a person's chain of device lists. Only its shape is checked here: `encryption.chain.policy.ts` verifies it. */
export const SignedList = z.object(
  {
    v: z.literal(1, listMessage),
    userId: Id,
    generation: Generation,
    number: ListNumber,
    previous: z.nullable(Hash),
    merged: z.nullable(Hash),
    added: z.array(ListedDevice, listMessage).check(z.maxLength(encryptionLimits.devices, listMessage), ascendingDevices),
    revoked: z.array(DeviceId, listMessage).check(z.maxLength(encryptionLimits.devices, listMessage), ascending),
    signatures: z.array(ListSignature, listMessage).check(z.minLength(1, listMessage), z.maxLength(2, listMessage), ascendingDevices),
  },
  listMessage,
)
export type SignedList = z.infer<typeof SignedList>

/** A place in a person's chain of device lists. */
export const ListHead = z.object({ generation: Generation, number: ListNumber, head: Hash })
export type ListHead = z.infer<typeof ListHead>

const headerMessage = 'Invalid header of a key version'

/** A member of a key version. `head` is null, and the numbers are 0, for a person without a device list. */
export const VersionMember = z
  .object({
    userId: Id,
    generation: Generation,
    number: ListNumber,
    head: z.nullable(Hash),
    deviceIds: z.array(DeviceId).check(z.maxLength(encryptionLimits.devices, 'Too many devices'), ascending),
  })
  .check(z.refine(({ generation, number, head }) => head !== null || (generation === 0 && number === 0), headerMessage))
export type VersionMember = z.infer<typeof VersionMember>

/** Signed by the device that creates a key version. `keyHash` is the hash of the key, so that every member gets the same one. */
export const VersionHeader = z
  .object(
    {
      v: z.literal(2, headerMessage),
      kind: z.enum(['private', 'group'], headerMessage),
      /** Hash of the header of the highest earlier version that its creator could verify. */
      previous: z.nullable(Hash),
      /** The `seq` of the first message that must be encrypted. */
      encryptedFrom: counted(0, Number.MAX_SAFE_INTEGER, headerMessage),
      keyHash: Hash,
      members: z
        .array(VersionMember, headerMessage)
        .check(z.maxLength(encryptionLimits.encryptedMembers, 'This group is too large to be encrypted'), ascendingPeople),
      byUser: Id,
      byDevice: DeviceId,
      signature: Base64(64, 'Invalid signature'),
    },
    headerMessage,
  )
  .check(
    z.refine(({ members, byUser }) => members.some(({ userId }) => userId === byUser), headerMessage),
    // The other person of a private conversation may have been deleted.
    z.refine(({ kind, members }) => kind === 'group' || members.length <= 2, headerMessage),
  )
export type VersionHeader = z.infer<typeof VersionHeader>

/**
 * The encryption state of a conversation for the requesting device. `keyVersion` is 0 if it is not encrypted; a version below
 * `requiredKeyVersion` is rejected for sending. `members` are the people the version covers, `devices` those that the next one
 * must cover.
 */
export const EncryptionStatus = z.object({
  enabled: z.boolean(),
  keyVersion: z.int(),
  requiredKeyVersion: z.int(),
  /** Null if the version does not cover the device. */
  wrappedKey: z.nullable(z.string()),
  signature: z.nullable(z.string()),
  byDevice: z.nullable(DeviceId),
  sharedBy: z.nullable(DeviceId),
  members: z.array(z.object({ userId: Id, deviceIds: z.array(DeviceId) })),
  /** Versions for which the device has a key, the latest first. */
  previous: z.array(EarlierKey),
  devices: z.array(PublicDevice),
  /** The signed header of the current version and its hash, or null if it has none. */
  header: z.nullable(VersionHeader),
  versionHash: z.nullable(z.string()),
  /** The newest device lists of the members who have one; `memberIds` are all current members. */
  heads: z.array(z.object({ userId: Id, generation: z.int(), number: z.int(), head: z.string() })),
  memberIds: z.array(Id),
  kind: z.enum(['private', 'group']),
  lastSeq: z.int(),
  /** Why the caller cannot enable encryption here, or null. */
  whyNotEnable: z.nullable(WhyNot),
})
export type EncryptionStatus = z.infer<typeof EncryptionStatus>

const bookMessage = 'Invalid trust book'

/** A person's trust book as stored on the server, encrypted for that person's devices. */
export const EncryptedTrustBook = z.object(
  {
    number: counted(1, Number.MAX_SAFE_INTEGER, bookMessage),
    byDevice: DeviceId,
    iv: Base64(12, bookMessage),
    ciphertext: Base64({ min: 16, max: encryptionLimits.trustBookBytes }, bookMessage),
    wraps: z
      .array(z.object({ deviceId: DeviceId, wrappedKey: wrap.wrappedKey }), bookMessage)
      .check(z.minLength(1, bookMessage), z.maxLength(encryptionLimits.devices, bookMessage), ascendingDevices),
    signature: Base64(64, bookMessage),
  },
  bookMessage,
)
export type EncryptedTrustBook = z.infer<typeof EncryptedTrustBook>

export const encryptionErrors = {
  ...envelopeErrors,
  deviceInvalid: {
    code: 'encryption.device_invalid',
    status: 400,
    message: 'This is not a public key that messages can be encrypted for.',
  },
  deviceTaken: { code: 'encryption.device_taken', status: 409, message: 'This device is known with other keys, or was removed.' },
  tooManyDevices: {
    code: 'encryption.too_many_devices',
    status: 409,
    message: `You have ${encryptionLimits.devices} devices. Remove one that you no longer use first.`,
  },
  versionTaken: { code: 'encryption.version_taken', status: 409, message: 'Another person has just changed the key of this chat.' },
  versionTooHigh: { code: 'encryption.version_too_high', status: 422, message: 'The version of this key is too far from the one before.' },
  tooManyMembers: {
    code: 'encryption.too_many_members',
    status: 403,
    message: `Groups of more than ${encryptionLimits.encryptedMembers} people cannot be encrypted.`,
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
    message: 'Not everyone in this chat has set up encryption yet. Ask them to open “Encryption and devices” in their account menu.',
  },
  noRecovery: { code: 'encryption.no_recovery', status: 404, message: 'There is no recovery code.' },
} satisfies Errors
