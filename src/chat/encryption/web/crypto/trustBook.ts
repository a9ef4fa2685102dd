import { list } from '../../encryption.lists.policy.ts'
import { SealedBook } from '../../encryption.shapes.contract.ts'
import { TrustBook } from '../../encryption.trustBook.contract.ts'
import { fromBase64, toBase64 } from './base64.ts'
import type { DeviceKeys, KnownDevice } from './device.ts'
import { EncryptionError, orFail } from './encryptionError.ts'
import { readJson } from './envelope.ts'
import { isSignedBy, sign } from './signatures.ts'
import { makeKey, unwrapKey, wrapKey } from './wrapping.ts'

/*
 * An attacker
 * - is the server, and writes a book of its own, in which its devices are pinned as other people's: `openBook` accepts it from the
 *   device that it names alone (whether that one is trusted, and the number not too low, is for the caller to decide);
 * - gives the book of one person to another, or an older one under a newer number: both are in what is signed and encrypted;
 * - reads who knows whom: the key is wrapped for the person's own devices alone;
 * - was one of these devices, and writes something that makes clients fail: the shape and its bounds are checked.
 */

type BookPlace = { userId: string; number: number; byDevice: string }

const contextOf = ({ userId, number, byDevice }: BookPlace) => list('carrel/book/1', userId, number, byDevice)
const labelOf = ({ userId, number }: BookPlace) => list('carrel/book-key/1', userId, number)

type Fields = Omit<SealedBook, 'signature'>

const signedList = (userId: string, { number, byDevice, iv, ciphertext, wraps }: Fields) =>
  list(
    ...['carrel/book-signature/1', userId, number, byDevice, fromBase64(iv), fromBase64(ciphertext), wraps.length],
    ...wraps.flatMap(({ deviceId, wrappedKey }) => [deviceId, fromBase64(wrappedKey)]),
  )

type Sealing = { userId: string; number: number; book: TrustBook; byDevice: DeviceKeys; recipients: readonly KnownDevice[] }
type Chosen = { key: CryptoKey; iv: Uint8Array<ArrayBuffer> }

/** `sealBook` with what it makes at random; only tests choose it. */
export const sealBookWith = async ({ key, iv }: Chosen, sealing: Sealing): Promise<SealedBook> => {
  const { userId, number, book, byDevice, recipients } = sealing
  const place = { userId, number, byDevice: byDevice.deviceId }
  const algorithm = { name: 'AES-GCM', iv, additionalData: contextOf(place) }
  const plaintext = new TextEncoder().encode(JSON.stringify(TrustBook.parse(book)))
  const ciphertext = toBase64(new Uint8Array(await crypto.subtle.encrypt(algorithm, key, plaintext)))
  const wraps = await Promise.all(
    recipients.map(async (device) => ({ deviceId: device.deviceId, wrappedKey: toBase64(await wrapKey(labelOf(place), key, device)) })),
  )
  wraps.sort((one, other) => (one.deviceId < other.deviceId ? -1 : 1))
  const fields: Fields = { number, byDevice: place.byDevice, iv: toBase64(iv), ciphertext, wraps }
  return SealedBook.parse({ ...fields, signature: await sign(byDevice, signedList(userId, fields)) })
}

/** A person's trust book for the person's own devices. Throws `malformed` for one that is too large or has another shape. */
export const sealBook = (sealing: Sealing): Promise<SealedBook> =>
  orFail('malformed', async () => sealBookWith({ key: await makeKey(), iv: crypto.getRandomValues(new Uint8Array(12)) }, sealing))

type Opening = { userId: string; sealed: SealedBook; device: DeviceKeys; by: KnownDevice }

/**
 * The book that `by`, a device that the caller trusts, has written for this person. Throws `malformed`, `forged`, `undecryptable`
 * (also where it is not for this device) or `unsupported`.
 */
export const openBook = async ({ userId, sealed: given, device, by }: Opening): Promise<TrustBook> => {
  const { success, data: sealed } = SealedBook.safeParse(given)
  if (!success) throw new EncryptionError('malformed')
  if (sealed.byDevice !== by.deviceId) throw new EncryptionError('forged')
  if (!(await isSignedBy(by, signedList(userId, sealed), fromBase64(sealed.signature)))) throw new EncryptionError('forged')
  const own = sealed.wraps.find(({ deviceId }) => deviceId === device.deviceId)
  if (!own) throw new EncryptionError('undecryptable')
  const place = { userId, number: sealed.number, byDevice: sealed.byDevice }
  const key = await unwrapKey(labelOf(place), fromBase64(own.wrappedKey), device, false)
  const algorithm = { name: 'AES-GCM', iv: fromBase64(sealed.iv), additionalData: contextOf(place) }
  const plaintext = await orFail('undecryptable', () => crypto.subtle.decrypt(algorithm, key, fromBase64(sealed.ciphertext)))
  const book = TrustBook.safeParse(readJson(plaintext, 1))
  if (!book.success) throw new EncryptionError('malformed')
  return book.data
}
