import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { ListPin } from '../../encryption.trustBook.contract.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { type DeviceKeys, type KnownDevice, publicDeviceOf } from './device.ts'
import { EncryptionError, orFail } from './encryptionError.ts'
import { secretOf } from './recoveryCode.ts'
import { isSignedBy, sign } from './signatures.ts'

/*
 * An attacker
 * - has the server's copy: it only opens with the code, which has 130 random bits and is stored nowhere;
 * - is the server, and swaps copies between people, or adds other public keys: user and device are in the additional data,
 *   the id is computed from the public key, and each private half must undo what its public half does;
 * - shows the person a device list of its own on a new browser: version 2 names the list that added the device;
 * - copies the private halves out of the browser: they are imported non-extractable.
 */

type Version = 1 | 2
const purposes = { 1: 'carrel/recovery/1', 2: 'carrel/recovery/2' }
const ivBytes = 12

const encryptionKey = async (version: Version, code: string, userId: string): Promise<CryptoKey> => {
  const secret = secretOf(code)
  if (secret === undefined) throw new EncryptionError('wrongCode')
  const utf8 = new TextEncoder()
  const base = await crypto.subtle.importKey('raw', utf8.encode(secret), 'HKDF', false, ['deriveKey'])
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: utf8.encode(userId), info: utf8.encode(purposes[version]) }
  return crypto.subtle.deriveKey(hkdf, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

const gcm = (version: Version, iv: Uint8Array<ArrayBuffer>, userId: string, deviceId: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encodeFields(purposes[version], userId, deviceId),
})

const exported = async (key: CryptoKey): Promise<string> => toBase64(new Uint8Array(await crypto.subtle.exportKey('pkcs8', key)))

type PlainDevice = { code: string; userId: string; device: DeviceKeys }
type PlainDeviceV2 = PlainDevice & { pinned: ListPin }

const encryptWith = async (version: Version, iv: Uint8Array<ArrayBuffer>, { code, userId, device }: PlainDevice, pinned: object) => {
  const wrapping = await exported(device.wrapping.privateKey)
  const signing = await exported(device.signing.privateKey)
  const plaintext = new TextEncoder().encode(JSON.stringify({ wrapping, signing, ...pinned }))
  const key = await encryptionKey(version, code, userId)
  const ciphertext = await crypto.subtle.encrypt(gcm(version, iv, userId, device.deviceId), key, plaintext)
  return toBase64(new Uint8Array([...iv, ...new Uint8Array(ciphertext)]))
}

const makeIv = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(ivBytes))

/** `encryptDevice` with given random values; only tests choose them. `iv` has 12 bytes. */
export const encryptDeviceWith = (iv: Uint8Array<ArrayBuffer>, plain: PlainDevice): Promise<string> => encryptWith(1, iv, plain, {})

/** Encrypts the private halves of an extractable device with a code, as base64. Throws `wrongCode` for an invalid code. */
export const encryptDevice = (plain: PlainDevice): Promise<string> => encryptDeviceWith(makeIv(), plain)

/** `encryptDeviceV2` with given random values; only tests choose them. */
export const encryptDeviceV2With = async (iv: Uint8Array<ArrayBuffer>, { pinned, ...plain }: PlainDeviceV2): Promise<string> => {
  const { root, generation, number, head } = await orFail('malformed', async () => ListPin.parse(pinned))
  return encryptWith(2, iv, plain, { root, generation, number, head })
}

/** Like `encryptDevice`, with the list that first names the device. */
export const encryptDeviceV2 = (plain: PlainDeviceV2): Promise<string> => encryptDeviceV2With(makeIv(), plain)

type Inside = { wrapping: string; signing: string }

const importPrivate = async ({ wrapping, signing }: Inside): Promise<[wrapping: CryptoKey, signing: CryptoKey]> => {
  const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }
  return Promise.all([
    crypto.subtle.importKey('pkcs8', fromBase64(wrapping), rsa, false, ['unwrapKey']),
    crypto.subtle.importKey('pkcs8', fromBase64(signing), ecdsa, false, ['sign']),
  ])
}

/** Throws if a private half does not belong to its public one. */
const prove = async (device: DeviceKeys, known: KnownDevice): Promise<void> => {
  const oaep = { name: 'RSA-OAEP' }
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt'])
  const wrapped = await crypto.subtle.wrapKey('raw', key, known.wrappingKey, oaep)
  await crypto.subtle.unwrapKey('raw', wrapped, device.wrapping.privateKey, oaep, 'AES-GCM', false, ['encrypt'])
  const proof = encodeFields('carrel/proof/1', crypto.getRandomValues(new Uint8Array(32)))
  if (!(await isSignedBy(known, proof, fromBase64(await sign(device, proof))))) throw new EncryptionError('malformed')
}

type Opening = { code: string; userId: string; deviceId: string; publicKeyPem: string; signingKeyPem: string; encrypted: string }

const decrypted = async (version: Version, { code, userId, deviceId, encrypted }: Opening): Promise<ArrayBuffer> => {
  const [key, bytes] = [await encryptionKey(version, code, userId), fromBase64(encrypted)]
  const algorithm = gcm(version, bytes.subarray(0, ivBytes), userId, deviceId)
  return orFail('wrongCode', () => crypto.subtle.decrypt(algorithm, key, bytes.subarray(ivBytes)))
}

const knownOf = async ({ deviceId, publicKeyPem, signingKeyPem }: Opening): Promise<KnownDevice & { signingKey: CryptoKey }> => {
  const known = await publicDeviceOf({ publicKeyPem, signingKeyPem })
  const { signingKey } = known
  if (known.deviceId !== deviceId || signingKey === null) throw new EncryptionError('forged')
  return { ...known, signingKey }
}

const deviceIn = async (inside: Inside, known: KnownDevice & { signingKey: CryptoKey }, opening: Opening): Promise<DeviceKeys> => {
  const { deviceId, publicKeyPem, signingKeyPem } = opening
  const [unwrapping, signing] = await importPrivate(inside)
  const wrapping = { publicKey: known.wrappingKey, privateKey: unwrapping }
  const pairs = { wrapping, signing: { publicKey: known.signingKey, privateKey: signing } }
  const device = { deviceId, ...pairs, publicKeyPem, signingKeyPem, fingerprint: known.fingerprint }
  await prove(device, known)
  return device
}

/** `pinned` is the list that first names the device; null if it was stored before there were lists. */
export type OpenedRecovery = { device: DeviceKeys; pinned: ListPin | null }

/**
 * Opens the device of a recovery code of either version, with non-extractable private halves. The caller must accept only a chain
 * that has the pinned root and contains the pinned head. Throws `wrongCode` if the code does not open it, `forged` if the public
 * keys do not belong to `deviceId`, and `malformed` if the private halves do not belong to the public ones.
 */
export const decryptRecovery = async (opening: Opening): Promise<OpenedRecovery> => {
  const known = await knownOf(opening)
  const second = await decrypted(2, opening).catch(() => undefined)
  const plaintext = second ?? (await decrypted(1, opening))
  return orFail('malformed', async () => {
    const inside = JSON.parse(new TextDecoder().decode(plaintext))
    return { device: await deviceIn(inside, known, opening), pinned: second ? ListPin.parse(inside) : null }
  })
}

/** Opens the device of a version 1 recovery code. Throws like `decryptRecovery`, and `wrongCode` for version 2. */
export const decryptDevice = async (opening: Opening): Promise<DeviceKeys> => {
  const known = await knownOf(opening)
  const plaintext = await decrypted(1, opening)
  return orFail('malformed', async () => deviceIn(JSON.parse(new TextDecoder().decode(plaintext)), known, opening))
}

/**
 * Encrypts the private halves of a version 1 device, opened by `decryptRecovery`, again with the same code and the list that first
 * names the device. Throws `wrongCode`, or `malformed` for an invalid list.
 */
export const reencryptDevice = async ({ pinned, ...opening }: Opening & { pinned: ListPin }): Promise<string> => {
  const { root, generation, number, head } = await orFail('malformed', async () => ListPin.parse(pinned))
  const opened = await decrypted(1, opening)
  const inside: Inside = await orFail('malformed', async () => JSON.parse(new TextDecoder().decode(opened)))
  const { code, userId, deviceId } = opening
  const iv = makeIv()
  const plaintext = new TextEncoder().encode(JSON.stringify({ ...inside, root, generation, number, head }))
  const ciphertext = await crypto.subtle.encrypt(gcm(2, iv, userId, deviceId), await encryptionKey(2, code, userId), plaintext)
  return toBase64(new Uint8Array([...iv, ...new Uint8Array(ciphertext)]))
}
