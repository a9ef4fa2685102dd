import { Envelope, type EnvelopeV2 } from '#chat/conversations/conversations.encryption.contract.ts'
import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { PlaintextV2 } from '../../encryption.disclosure.contract.ts'
import type { FrankedPlaceV2, SaidV2 } from '../../encryption.lists.policy.ts'
import { fromBase64, toBase64 } from './base64.ts'
import type { DeviceKeys, KnownDevice } from './device.ts'
import { EncryptionError, orFail } from './encryptionError.ts'
import { alg, readJson } from './envelope.ts'
import { commitToV2, isCommittedV2 } from './franking.ts'
import { isSignedBy, sign } from './signatures.ts'

/*
 * An attacker
 * - moves, repeats or rolls back a message, attributes it to another person, or shows it under another key version or device list:
 *   its whole place is in `contextOf`, which the signature and the additional data of AES-GCM cover;
 * - is a member, and with the shared key writes in another's name: `isSignedBy`;
 * - shows a reply under another question: `replyTo` is the identity and commitment of the quoted message, inside the ciphertext;
 * - writes what two members read differently, or what cannot be reported: `isCommittedV2`, and the shape shared with reports;
 * - requests a weak algorithm, or version 1: `decryptV2` supports only one of each.
 */

/** The place of a revision. `head` and `versionHash` are base64, `firstDeviceId` is `deviceId` itself for revision 1. */
export type PlaceV2 = FrankedPlaceV2 & { head: string; deviceId: string; keyVersion: number; versionHash: string }

/** The sender's order of messages: a stream for each stored device, a counter in it, and the sender's clock. */
export type Order = Pick<PlaintextV2, 'stream' | 'counter' | 'sentAt'>

/** The content and order of a message, and the key that proves it in a report. */
export type OpenedV2 = PlaintextV2

const v = 2

const contextOf = (place: PlaceV2) =>
  encodeFields(
    'carrel/message/2',
    place.conversation,
    place.sender,
    fromBase64(place.head),
    place.deviceId,
    place.firstDeviceId,
    place.keyVersion,
    fromBase64(place.versionHash),
    place.clientId.toLowerCase(),
    place.revision,
    place.type,
  )

const signedList = (context: Uint8Array, iv: Uint8Array, ciphertext: Uint8Array, commitment: Uint8Array) =>
  encodeFields('carrel/envelope/2', context, iv, ciphertext, commitment)

/** A message of the type `file` has a file; no other type does. */
const parse = (value: unknown, type: PlaceV2['type']): OpenedV2 => {
  const { success, data } = PlaintextV2.safeParse(value)
  if (!success || (data.file !== null) !== (type === 'file')) throw new EncryptionError('malformed')
  return data
}

/** Writes the fields in a fixed order, those of `replyTo` and `file` in the order of their schema. */
const writePlaintext = ({ text, replyTo, file, frankingKey, stream, counter, sentAt }: OpenedV2): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify({ v, text, replyTo, file, frankingKey, stream, counter, sentAt }))

/** Throws `unsupported` for another version or algorithm, and `malformed` for an envelope that clients and the server reject. */
const read = (encrypted: Envelope): EnvelopeV2 => {
  if (encrypted.v !== v || encrypted.alg !== alg) throw new EncryptionError('unsupported')
  const { success, data } = Envelope.safeParse(encrypted)
  if (!success) throw new EncryptionError('malformed')
  return data as EnvelopeV2
}

type PlainMessageV2 = {
  place: PlaceV2
  key: CryptoKey
  device: DeviceKeys
  said: SaidV2
  order: Order
  /** Base64. Given if the same revision is encrypted again, so that its commitment stays the same. */
  frankingKey?: string
  /** 12 bytes, never used twice; only tests choose it. */
  iv?: Uint8Array<ArrayBuffer>
}

const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length))

/** Encrypts a revision of a message for everybody who has `key`. Throws `malformed` for content no recipient would show. */
export const encryptV2 = async (plain: PlainMessageV2): Promise<EnvelopeV2> => {
  const { place, key, device, said, order, frankingKey = toBase64(random(32)), iv = random(12) } = plain
  if (place.deviceId !== device.deviceId) throw new EncryptionError('malformed')
  const opened = parse({ ...said, ...order, frankingKey }, place.type)
  const context = contextOf(place)
  const algorithm = { name: 'AES-GCM', iv, additionalData: context }
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, writePlaintext(opened)))
  const commitment = await commitToV2(place, opened, frankingKey)
  const { keyVersion, versionHash, deviceId, firstDeviceId, head, revision } = place
  return read({
    ...{ v, alg, isEncrypted: true, keyVersion, versionHash, deviceId, firstDeviceId, head, revision },
    iv: toBase64(iv),
    ciphertext: toBase64(ciphertext),
    commitment: toBase64(commitment),
    signature: await sign(device, signedList(context, iv, ciphertext, commitment)),
  })
}

/** The fields by which an envelope names its own place. */
const claimed = ['keyVersion', 'versionHash', 'deviceId', 'firstDeviceId', 'head', 'revision'] as const

/**
 * Decrypts a message. `place` is its place as delivered by the server, with the envelope's fields, `key` that of the header
 * `versionHash`, and `author` a device trusted as one of the sender's. Throws, in this order: `unsupported`; `malformed` for an
 * invalid envelope; `forged`; `undecryptable`; `unsupported` or `malformed` for the plaintext; `uncommitted`.
 */
export const decryptV2 = async ({
  place,
  encrypted,
  key,
  author,
}: {
  place: PlaceV2
  encrypted: Envelope
  key: CryptoKey
  author: KnownDevice
}): Promise<OpenedV2> => {
  const envelope = read(encrypted)
  const [iv, ciphertext, commitment] = [fromBase64(envelope.iv), fromBase64(envelope.ciphertext), fromBase64(envelope.commitment)]
  if (envelope.deviceId !== author.deviceId || claimed.some((field) => envelope[field] !== place[field]))
    throw new EncryptionError('forged')
  const context = contextOf(place)
  const signed = signedList(context, iv, ciphertext, commitment)
  if (!(await isSignedBy(author, signed, fromBase64(envelope.signature)))) throw new EncryptionError('forged')
  const algorithm = { name: 'AES-GCM', iv, additionalData: context }
  const plaintext = await orFail('undecryptable', () => crypto.subtle.decrypt(algorithm, key, ciphertext))
  const opened = parse(readJson(plaintext, v), place.type)
  if (!(await isCommittedV2(place, opened, commitment))) throw new EncryptionError('uncommitted')
  return opened
}
