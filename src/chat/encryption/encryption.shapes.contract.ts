import * as z from 'zod/mini'
import type { Errors } from '#contract/errors.ts'
import { Id, Instant } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'

/* The fields of docs/encryption.md. The server looks at shapes and lengths; whether signatures hold is for
 * clients to see. Device lists alone it verifies too. */

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

const Hash = Base64(32, 'Invalid hash')

const envelope = {
  v: z.literal([1, 2], 'Unknown version of encryption'),
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

/** An encrypted revision as the server answers it; `writtenBy` is the sender of the message or the person who edited it. */
export const Sealed = z.object({ ...envelope, writtenBy: Id }).check(fieldsOfVersion)
export type Sealed = z.infer<typeof Sealed>
export type SealedV2 = Sealed & EnvelopeV2

export const isV2 = (sealed: Sealed): sealed is SealedV2 => sealed.v === 2

/**
 * Why a browser shows no text where a message is encrypted:
 * - `noKey`: this browser has no key of that time; `noDevice`: it is no device; `unavailable`: it cannot be one;
 * - `startedOver`: encrypted for the person's devices from before they started over; `notMember`: when they were no member;
 * - `forged`: something that must hold does not; `unsupported`: made in a way that is not known here;
 * - `repeated`: shown already as another message; `rolledBack`: a later revision was shown before;
 * - `changed`: the server has two texts for one revision, or another text than the one that was replied to;
 * - `notEncrypted`: plain text where everything must be encrypted; `tooLong`: too long to be quoted.
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
 * What a person should know about a message that is shown:
 * - `receivedLate`: delivered out of the order in which it was written, under another id than before, or at another time;
 * - `removedDevice`: received first after its device had been removed by another one;
 * - `unproven`: from before its sender started over, and not seen by this browser then;
 * - `oldProtocol`: from before signed device lists; `notEncrypted`: from before this chat was encrypted;
 * - `editedSince`: of a quote, that the quoted message was edited after the reply.
 */
export type Mark = 'receivedLate' | 'removedDevice' | 'unproven' | 'oldProtocol' | 'notEncrypted' | 'editedSince'

/** What a browser adds to what it decrypted; nothing here is on the wire. `claimedAt` is the sender's clock, in milliseconds since 1970. */
export type Openable = { unreadable?: Unreadable; marks?: readonly Mark[]; claimedAt?: number }

export const DeviceKind = z.enum(['browser', 'recovery'])
export type DeviceKind = z.infer<typeof DeviceKind>

/** The public halves of a person's device. Without a signing key it can read and not write. */
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

/** What a new device signs to be added to the device list of its person after the list whose hash is `previous`. */
export const Consent = z.object(
  { generation: placeNumber(limits.generations), previous: Hash, signature: Base64(64, consentMessage) },
  consentMessage,
)
export type Consent = z.infer<typeof Consent>

/** Registered where its person has no device list, trusted where the newest list has it, pending until a list adds it. */
export const DeviceState = z.enum(['registered', 'pending', 'trusted'])

/** A device of one's own. `consent` is that of a pending one. */
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

const listMessage = 'Invalid device list'

const areAscending = (ids: readonly string[]): boolean => ids.every((id, at) => at === 0 || (ids[at - 1] ?? '') < id)
const ascending = z.refine<string[]>(areAscending, 'Invalid order')
const ascendingDevices = z.refine<{ deviceId: string }[]>((all) => areAscending(all.map(({ deviceId }) => deviceId)), 'Invalid order')
const ascendingPeople = z.refine<{ userId: string }[]>((all) => areAscending(all.map(({ userId }) => userId)), 'Invalid order')

const counted = (min: number, max: number, message: string) => z.int(message).check(z.minimum(min, message), z.maximum(max, message))
const Generation = counted(0, limits.generations, listMessage)
const ListNumber = counted(0, limits.deviceLists, listMessage)

/** A device as the list that adds it names it. `consent` is its own signature; null in list 0, which it signs itself. */
export const ListedDevice = z.object({
  deviceId: DeviceId,
  kind: DeviceKind,
  publicKeyPem: z.string(listMessage).check(z.maxLength(limits.publicKeyPem, listMessage)),
  signingKeyPem: z.string(listMessage).check(z.maxLength(limits.publicKeyPem, listMessage)),
  consent: z.nullable(Base64(64, listMessage)),
})
export type ListedDevice = z.infer<typeof ListedDevice>

const ListSignature = z.object({ deviceId: DeviceId, signature: Base64(64, 'Invalid signature') })

/** One list of a person's chain of device lists. Its shape alone: `encryption.chain.policy.ts` verifies it. */
export const SignedList = z.object(
  {
    v: z.literal(1, listMessage),
    userId: Id,
    generation: Generation,
    number: ListNumber,
    previous: z.nullable(Hash),
    merged: z.nullable(Hash),
    added: z.array(ListedDevice, listMessage).check(z.maxLength(limits.devices, listMessage), ascendingDevices),
    revoked: z.array(DeviceId, listMessage).check(z.maxLength(limits.devices, listMessage), ascending),
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
    deviceIds: z.array(DeviceId).check(z.maxLength(limits.devices, 'Too many devices'), ascending),
  })
  .check(z.refine(({ generation, number, head }) => head !== null || (generation === 0 && number === 0), headerMessage))
export type VersionMember = z.infer<typeof VersionMember>

/** What the maker of a key version signs. `keyHash` is that of the key, so that every member gets the same one. */
export const VersionHeader = z
  .object(
    {
      v: z.literal(2, headerMessage),
      kind: z.enum(['private', 'group'], headerMessage),
      /** Hash of the header of the highest earlier version that the maker could verify. */
      previous: z.nullable(Hash),
      /** The `seq` of the first message that must be encrypted. */
      encryptedFrom: counted(0, Number.MAX_SAFE_INTEGER, headerMessage),
      keyHash: Hash,
      members: z
        .array(VersionMember, headerMessage)
        .check(z.maxLength(limits.encryptedMembers, 'This group is too large to be encrypted'), ascendingPeople),
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
  /** The signed header of the current version and its hash, or null where it has none. */
  header: z.nullable(VersionHeader),
  versionHash: z.nullable(z.string()),
  /** The newest device lists of the members who have one, and everybody who is a member now. */
  heads: z.array(z.object({ userId: Id, generation: z.int(), number: z.int(), head: z.string() })),
  memberIds: z.array(Id),
  kind: z.enum(['private', 'group']),
  lastSeq: z.int(),
  /** Why it cannot be switched on here by the one who asks, or null. */
  whyNotEnable: z.nullable(z.object({ code: z.string(), message: z.string() })),
})
export type EncryptionStatus = z.infer<typeof EncryptionStatus>

const bookMessage = 'Invalid trust book'

/** A person's trust book as the server keeps it, encrypted for the devices of that person. */
export const SealedBook = z.object(
  {
    number: counted(1, Number.MAX_SAFE_INTEGER, bookMessage),
    byDevice: DeviceId,
    iv: Base64(12, bookMessage),
    ciphertext: Base64({ min: 16, max: limits.trustBookBytes }, bookMessage),
    wraps: z
      .array(z.object({ deviceId: DeviceId, wrappedKey: wrap.wrappedKey }), bookMessage)
      .check(z.minLength(1, bookMessage), z.maxLength(limits.devices, bookMessage), ascendingDevices),
    signature: Base64(64, bookMessage),
  },
  bookMessage,
)
export type SealedBook = z.infer<typeof SealedBook>

export const encryptionErrors = {
  notEnabled: { code: 'encryption.not_enabled', status: 409, message: 'This chat is not encrypted.' },
  keyOutdated: { code: 'encryption.key_outdated', status: 409, message: 'This message was encrypted with an outdated key.' },
  ivUsed: { code: 'encryption.iv_used', status: 409, message: 'This message must be encrypted again.' },
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
  versionTaken: { code: 'encryption.version_taken', status: 409, message: 'Another person has just changed the key of this chat.' },
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
    message: 'Not everyone in this chat has set up encryption yet. Ask them to open “Encryption and devices” in their account menu.',
  },
  headerNeeded: {
    code: 'encryption.header_needed',
    status: 422,
    message: 'This chat needs a newer version of the program. Please reload the page.',
  },
  identityWrong: { code: 'encryption.identity_wrong', status: 422, message: 'This edit does not name the device that wrote the message.' },
  noRecovery: { code: 'encryption.no_recovery', status: 404, message: 'There is no recovery code.' },
} satisfies Errors
