import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { toBase64, toBase64Url } from './base64.ts'
import { EncryptionError, orFail } from './encryptionError.ts'
import { pemToSpki, spkiToPem } from './pem.ts'

/*
 * An attacker
 * - copies the private halves out of the browser: `makeDevice` makes them non-extractable, except for a recovery code's;
 * - registers a weak key (a short one, a strange exponent, another curve), or claims that a known id belongs to
 *   another key: `publicDeviceOf` checks the imported key, and computes the id itself;
 * - encodes the same key in two ways, so that it counts as two devices: `publicDeviceOf` only accepts the platform's own encoding.
 */

export type DeviceKeys = {
  deviceId: string
  wrapping: CryptoKeyPair
  signing: CryptoKeyPair
  publicKeyPem: string
  signingKeyPem: string
  /** Base64. */
  fingerprint: string
}

/** The public halves of any device. Without a signing key, it can read but not write. */
export type KnownDevice = { deviceId: string; fingerprint: string; wrappingKey: CryptoKey; signingKey: CryptoKey | null }

const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' }
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }
const exponent = new Uint8Array([1, 0, 1])

/** SHA-256. */
export const digest = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

/** Returns the SHA-256 of a text's UTF-8 as base64. */
export const textHash = async (text: string): Promise<string> => toBase64(await digest(new TextEncoder().encode(text)))

const identify = async (wrapping: Uint8Array<ArrayBuffer>, signing: Uint8Array<ArrayBuffer> | null) => ({
  deviceId: toBase64Url(await digest(wrapping)),
  fingerprint: toBase64(await digest(encodeFields('carrel/device/1', wrapping, signing ?? ''))),
})

const spkiOf = async (key: CryptoKey): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await crypto.subtle.exportKey('spki', key))

/** Creates a device. `extractable` is only for a recovery code's device, whose private halves are encrypted and stored. */
export const makeDevice = async ({ extractable }: { extractable: boolean }): Promise<DeviceKeys> => {
  const [wrapping, signing] = await Promise.all([
    crypto.subtle.generateKey({ ...rsa, modulusLength: 2048, publicExponent: exponent }, extractable, ['wrapKey', 'unwrapKey']),
    crypto.subtle.generateKey(ecdsa, extractable, ['sign', 'verify']),
  ])
  const [wrappingSpki, signingSpki] = await Promise.all([spkiOf(wrapping.publicKey), spkiOf(signing.publicKey)])
  const pems = { publicKeyPem: spkiToPem(wrappingSpki), signingKeyPem: spkiToPem(signingSpki) }
  return { ...(await identify(wrappingSpki, signingSpki)), wrapping, signing, ...pems }
}

type Usage = 'wrapKey' | 'verify'

const importAnew = async (spki: Uint8Array<ArrayBuffer>, encoded: string, usage: Usage): Promise<CryptoKey> => {
  const algorithm = usage === 'wrapKey' ? rsa : ecdsa
  const key = await orFail('weakDevice', () => crypto.subtle.importKey('spki', spki, algorithm, true, [usage]))
  if (toBase64(await spkiOf(key)) !== encoded) throw new EncryptionError('weakDevice')
  return key
}

/** Imported public keys by usage and bytes: verifying a device list and wrapping for its devices imports each several times. */
const imported = new Map<string, Promise<CryptoKey>>()
const mostImported = 2_000

const importSpki = (spki: Uint8Array<ArrayBuffer>, usage: Usage): Promise<CryptoKey> => {
  const encoded = toBase64(spki)
  const name = `${usage} ${encoded}`
  const known = imported.get(name)
  if (known) return known
  const importing = importAnew(spki, encoded, usage)
  imported.set(name, importing)
  const [oldest] = imported.keys()
  if (imported.size > mostImported && oldest !== undefined) imported.delete(oldest)
  importing.catch(() => imported.delete(name))
  return importing
}

const isStrong = ({ algorithm }: CryptoKey): boolean => {
  const { modulusLength, publicExponent } = algorithm as RsaHashedKeyAlgorithm
  return modulusLength >= 2048 && modulusLength <= 4096 && String(publicExponent) === String(exponent)
}

/**
 * Returns the device with these public halves, after computing its id and fingerprint. Throws `weakDevice` unless the keys are
 * RSA of 2048 to 4096 bits with e = 65537 and ECDSA P-256, and `malformed` for any other PEM.
 */
export const publicDeviceOf = async ({
  publicKeyPem,
  signingKeyPem,
}: {
  publicKeyPem: string
  signingKeyPem: string | null
}): Promise<KnownDevice> => {
  const [wrapping, signing] = [pemToSpki(publicKeyPem), signingKeyPem === null ? null : pemToSpki(signingKeyPem)]
  const wrappingKey = await importSpki(wrapping, 'wrapKey')
  if (!isStrong(wrappingKey)) throw new EncryptionError('weakDevice')
  const signingKey = signing === null ? null : await importSpki(signing, 'verify')
  return { ...(await identify(wrapping, signing)), wrappingKey, signingKey }
}

/** Returns the key that verifies a device's signatures. Throws `weakDevice` or `malformed` like `publicDeviceOf`. */
export const signingKeyOf = async (signingKeyPem: string): Promise<CryptoKey> => importSpki(pemToSpki(signingKeyPem), 'verify')
