import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { EncryptedTrustBook } from '../../encryption.shapes.contract.ts'
import { TrustBook } from '../../encryption.trustBook.contract.ts'
import { fromBase64, toBase64 } from './base64.ts'
import type { DeviceKeys, KnownDevice } from './device.ts'
import { EncryptionError, orFail } from './encryptionError.ts'
import { readJson } from './envelope.ts'
import { isSignedBy, sign } from './signatures.ts'
import { makeKey, unwrapKey, wrapKey } from './wrapping.ts'

/*
 * An attacker
 * - is the server, and writes a book of its own, in which its devices are pinned as other people's: `decryptBook` only accepts it from
 *   the device that it names (the caller checks that this one is trusted, and that the number is not too low);
 * - swaps books between people, or presents an older one under a newer number: person and number are signed and encrypted;
 * - reads who knows whom: the key is only wrapped for the person's own devices;
 * - was one of these devices, and writes something that crashes clients: the shape and its limits are checked.
 */

type BookPlace = { userId: string; number: number; byDevice: string }

const contextOf = ({ userId, number, byDevice }: BookPlace) => encodeFields('carrel/book/1', userId, number, byDevice)
const labelOf = ({ userId, number }: BookPlace) => encodeFields('carrel/book-key/1', userId, number)

type Fields = Omit<EncryptedTrustBook, 'signature'>

const signedList = (userId: string, { number, byDevice, iv, ciphertext, wraps }: Fields) =>
  encodeFields(
    ...['carrel/book-signature/1', userId, number, byDevice, fromBase64(iv), fromBase64(ciphertext), wraps.length],
    ...wraps.flatMap(({ deviceId, wrappedKey }) => [deviceId, fromBase64(wrappedKey)]),
  )

type PlainBook = { userId: string; number: number; book: TrustBook; byDevice: DeviceKeys; recipients: readonly KnownDevice[] }
type Chosen = { key: CryptoKey; iv: Uint8Array<ArrayBuffer> }

/** `encryptBook` with given random values; only tests choose them. */
export const encryptBookWith = async ({ key, iv }: Chosen, plain: PlainBook): Promise<EncryptedTrustBook> => {
  const { userId, number, book, byDevice, recipients } = plain
  const place = { userId, number, byDevice: byDevice.deviceId }
  const algorithm = { name: 'AES-GCM', iv, additionalData: contextOf(place) }
  const plaintext = new TextEncoder().encode(JSON.stringify(TrustBook.parse(book)))
  const ciphertext = toBase64(new Uint8Array(await crypto.subtle.encrypt(algorithm, key, plaintext)))
  const wraps = await Promise.all(
    recipients.map(async (device) => ({ deviceId: device.deviceId, wrappedKey: toBase64(await wrapKey(labelOf(place), key, device)) })),
  )
  wraps.sort((one, other) => (one.deviceId < other.deviceId ? -1 : 1))
  const fields: Fields = { number, byDevice: place.byDevice, iv: toBase64(iv), ciphertext, wraps }
  return EncryptedTrustBook.parse({ ...fields, signature: await sign(byDevice, signedList(userId, fields)) })
}

/** Encrypts a person's trust book for their own devices. Throws `malformed` if it is too large or has another shape. */
export const encryptBook = (plain: PlainBook): Promise<EncryptedTrustBook> =>
  orFail('malformed', async () => encryptBookWith({ key: await makeKey(), iv: crypto.getRandomValues(new Uint8Array(12)) }, plain))

type Opening = { userId: string; encrypted: EncryptedTrustBook; device: DeviceKeys; by: KnownDevice }

/**
 * Decrypts the book that `by`, a device trusted by the caller, has written for this person. Throws `malformed`, `forged`,
 * `undecryptable` (also if it is not for this device) or `unsupported`.
 */
export const decryptBook = async ({ userId, encrypted: given, device, by }: Opening): Promise<TrustBook> => {
  const { success, data: encrypted } = EncryptedTrustBook.safeParse(given)
  if (!success) throw new EncryptionError('malformed')
  if (encrypted.byDevice !== by.deviceId) throw new EncryptionError('forged')
  if (!(await isSignedBy(by, signedList(userId, encrypted), fromBase64(encrypted.signature)))) throw new EncryptionError('forged')
  const own = encrypted.wraps.find(({ deviceId }) => deviceId === device.deviceId)
  if (!own) throw new EncryptionError('undecryptable')
  const place = { userId, number: encrypted.number, byDevice: encrypted.byDevice }
  const key = await unwrapKey(labelOf(place), fromBase64(own.wrappedKey), device, false)
  const algorithm = { name: 'AES-GCM', iv: fromBase64(encrypted.iv), additionalData: contextOf(place) }
  const plaintext = await orFail('undecryptable', () => crypto.subtle.decrypt(algorithm, key, fromBase64(encrypted.ciphertext)))
  const book = TrustBook.safeParse(readJson(plaintext, 1))
  if (!book.success) throw new EncryptionError('malformed')
  return book.data
}
