import { PlaintextV2 } from '../../encryption.disclosure.contract.ts'
import { type FrankedPlaceV2, list, type SaidV2 } from '../../encryption.lists.policy.ts'
import { Envelope, type EnvelopeV2 } from '../../encryption.shapes.contract.ts'
import { fromBase64, toBase64 } from './base64.ts'
import type { DeviceKeys, KnownDevice } from './device.ts'
import { EncryptionError, orFail } from './encryptionError.ts'
import { alg, readJson } from './envelope.ts'
import { commitToV2, isCommittedV2 } from './franking.ts'
import { isSignedBy, sign } from './signatures.ts'

/*
 * An attacker
 * - moves, repeats or rolls back a message, attributes it to another person, or shows it under another key version or device list:
 *   everything of its place is in `contextOf`, which the signature and the additional data of AES-GCM cover;
 * - is a member, and with the shared key writes in another's name: `isSignedBy`;
 * - shows an answer under another question: `replyTo` is the identity and commitment of the quoted message, inside the ciphertext;
 * - writes what two members read differently, or what cannot be reported: `isCommittedV2`, and the shape that a report has too;
 * - asks for an algorithm that is weak, or for version 1: `openV2` knows one of each.
 */

/** Where a revision is. `head` and `versionHash` are base64, `firstDeviceId` is `deviceId` itself for revision 1. */
export type PlaceV2 = FrankedPlaceV2 & { head: string; deviceId: string; keyVersion: number; versionHash: string }

/** The sender's order of messages: a stream for each stored device, a counter in it, and the sender's clock. */
export type Order = Pick<PlaintextV2, 'stream' | 'counter' | 'sentAt'>

/** What a message says, in which order, and the key that proves it in a report. */
export type OpenedV2 = PlaintextV2

const v = 2

const contextOf = (place: PlaceV2) =>
  list(
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
  list('carrel/envelope/2', context, iv, ciphertext, commitment)

/** A message of the type `file` has a file, and no other has one. */
const parse = (value: unknown, type: PlaceV2['type']): OpenedV2 => {
  const { success, data } = PlaintextV2.safeParse(value)
  if (!success || (data.file !== null) !== (type === 'file')) throw new EncryptionError('malformed')
  return data
}

/** The fields are in one order, those of `replyTo` and `file` in that of their schema. */
const writePlaintext = ({ text, replyTo, file, frankingKey, stream, counter, sentAt }: OpenedV2): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify({ v, text, replyTo, file, frankingKey, stream, counter, sentAt }))

/** Throws `unsupported` for another version or algorithm, `malformed` for an envelope that clients and the server refuse. */
const read = (sealed: Envelope): EnvelopeV2 => {
  if (sealed.v !== v || sealed.alg !== alg) throw new EncryptionError('unsupported')
  const { success, data } = Envelope.safeParse(sealed)
  if (!success) throw new EncryptionError('malformed')
  return data as EnvelopeV2
}

type SealingV2 = {
  place: PlaceV2
  key: CryptoKey
  device: DeviceKeys
  said: SaidV2
  order: Order
  /** Base64. Given where the same revision is encrypted once more, so that its commitment stays the same. */
  frankingKey?: string
  /** 12 bytes, never used twice; only tests choose it. */
  iv?: Uint8Array<ArrayBuffer>
}

const random = (length: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(length))

/** A revision of a message for all who have `key`. Throws `malformed` for what no recipient would show. */
export const sealV2 = async (sealing: SealingV2): Promise<EnvelopeV2> => {
  const { place, key, device, said, order, frankingKey = toBase64(random(32)), iv = random(12) } = sealing
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

/** What an envelope says about its own place. */
const claimed = ['keyVersion', 'versionHash', 'deviceId', 'firstDeviceId', 'head', 'revision'] as const

/**
 * What a message says. `place` is that of the message as the server delivered it, with what the envelope adds, `key` that of the
 * header `versionHash`, and `author` a device that the caller trusts as one of the sender's. Throws, in this order: `unsupported`;
 * `malformed` for an envelope that is none; `forged`; `undecryptable`; `unsupported` or `malformed` for the plaintext; `uncommitted`.
 */
export const openV2 = async ({
  place,
  sealed,
  key,
  author,
}: {
  place: PlaceV2
  sealed: Envelope
  key: CryptoKey
  author: KnownDevice
}): Promise<OpenedV2> => {
  const envelope = read(sealed)
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
