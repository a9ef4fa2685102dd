import { Envelope } from '#chat/conversations/conversations.encryption.contract.ts'
import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { PlaintextV1 } from '../../encryption.disclosure.contract.ts'
import type { Place, Said } from '../../encryption.lists.policy.ts'
import { fromBase64, toBase64 } from './base64.ts'
import type { DeviceKeys, KnownDevice } from './device.ts'
import { EncryptionError, orFail } from './encryptionError.ts'
import { commitTo, isCommitted } from './franking.ts'
import { isSignedBy, sign } from './signatures.ts'

/*
 * An attacker
 * - moves, repeats or rolls back a message, or attributes it to another person: its whole place is in `contextOf`, which the
 *   signature and the additional data of AES-GCM cover;
 * - is a member, and with the shared key writes in another's name: `isSignedBy`;
 * - writes what two members read differently, or what cannot be reported: `isCommitted`, and the shape shared with reports;
 * - requests a weak algorithm: `open` supports only one.
 */

/** The content of a message, and the key that proves it in a report. */
export type Opened = Said & { frankingKey: string }

export type PlaceOfMessage = Place & { keyVersion: number }

const v = 1
export const alg = 'A256GCM'

const contextOf = ({ conversation, sender, keyVersion, clientId, revision, type }: PlaceOfMessage, deviceId: string) =>
  encodeFields('carrel/message/1', conversation, sender, deviceId, keyVersion, clientId.toLowerCase(), revision, type)

const signedList = (context: Uint8Array, iv: Uint8Array, ciphertext: Uint8Array, commitment: Uint8Array) =>
  encodeFields('carrel/envelope/1', context, iv, ciphertext, commitment)

/** A message of the type `file` has a file; no other type does. */
const parse = (value: unknown, type: Place['type']): Opened => {
  const { success, data } = PlaintextV1.safeParse(value)
  if (!success || (data.file !== null) !== (type === 'file')) throw new EncryptionError('malformed')
  return data
}

/** Validates as a recipient would, and writes the fields in a fixed order. */
const writePlaintext = ({ text, replyTo, file, frankingKey }: Opened): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify({ v, text, replyTo, file, frankingKey }))

/** Parses the JSON of a plaintext. Throws `malformed` for other bytes, and `unsupported` for another version. */
export const readJson = (plaintext: ArrayBuffer, version: number): unknown => {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plaintext))
  } catch (cause) {
    throw new EncryptionError('malformed', { cause })
  }
  if ((value as { v?: unknown } | null)?.v !== version) throw new EncryptionError('unsupported')
  return value
}

type PlainMessage = { place: PlaceOfMessage; key: CryptoKey; device: DeviceKeys; said: Said }
/** `iv` has 12 bytes, `frankingKey` 32. Neither may be used twice. */
type Chosen = { iv: Uint8Array<ArrayBuffer>; frankingKey: Uint8Array }

/** `encryptV1` with given random values; only tests choose them. */
export const encryptV1With = async ({ iv, frankingKey }: Chosen, { place, key, device, said }: PlainMessage): Promise<Envelope> => {
  const opened = parse({ ...said, frankingKey: toBase64(frankingKey) }, place.type)
  const context = contextOf(place, device.deviceId)
  const algorithm = { name: 'AES-GCM', iv, additionalData: context }
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, writePlaintext(opened)))
  const commitment = await commitTo(place, opened, opened.frankingKey)
  return {
    v,
    alg,
    isEncrypted: true,
    keyVersion: place.keyVersion,
    deviceId: device.deviceId,
    revision: place.revision,
    iv: toBase64(iv),
    ciphertext: toBase64(ciphertext),
    commitment: toBase64(commitment),
    signature: await sign(device, signedList(context, iv, ciphertext, commitment)),
  }
}

/**
 * Encrypts a revision of a message for everybody who has `key`. Throws `malformed` for content no recipient would show: lone
 * surrogates, NUL, a text that is too long, a file in a message of the type `text` or none in one of the type `file`.
 */
export const encryptV1 = (plain: PlainMessage): Promise<Envelope> =>
  encryptV1With({ iv: crypto.getRandomValues(new Uint8Array(12)), frankingKey: crypto.getRandomValues(new Uint8Array(32)) }, plain)

/** Validates the fields delivered by the server. */
const read = (encrypted: Envelope): Envelope => {
  if (encrypted.v !== v || encrypted.alg !== alg) throw new EncryptionError('unsupported')
  const { success, data } = Envelope.safeParse(encrypted)
  if (!success) throw new EncryptionError('malformed')
  return data
}

/**
 * Decrypts a message. `place` is its place as delivered by the server, `key` that of the envelope's `keyVersion`, and `author` a
 * device known to be one of the sender's. Throws, in this order: `unsupported`; `malformed` for an invalid envelope; `forged`;
 * `undecryptable`; `unsupported` or `malformed` for the plaintext; `uncommitted`.
 */
export const decryptV1 = async ({
  place,
  encrypted,
  key,
  author,
}: {
  place: Place
  encrypted: Envelope
  key: CryptoKey
  author: KnownDevice
}): Promise<Opened> => {
  const { keyVersion, deviceId, revision, ...fields } = read(encrypted)
  const [iv, ciphertext, commitment] = [fromBase64(fields.iv), fromBase64(fields.ciphertext), fromBase64(fields.commitment)]
  const context = contextOf({ ...place, keyVersion }, deviceId)
  const signed = signedList(context, iv, ciphertext, commitment)
  if (deviceId !== author.deviceId || revision !== place.revision) throw new EncryptionError('forged')
  if (!(await isSignedBy(author, signed, fromBase64(fields.signature)))) throw new EncryptionError('forged')
  const algorithm = { name: 'AES-GCM', iv, additionalData: context }
  const plaintext = await orFail('undecryptable', () => crypto.subtle.decrypt(algorithm, key, ciphertext))
  const opened = parse(readJson(plaintext, v), place.type)
  if (!(await isCommitted(place, opened, commitment))) throw new EncryptionError('uncommitted')
  return opened
}
