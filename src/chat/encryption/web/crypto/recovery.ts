import { list } from '../../encryption.lists.policy.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { type DeviceKeys, type KnownDevice, publicDeviceOf } from './device.ts'
import { EncryptionError, orFail } from './encryptionError.ts'
import { secretOf } from './recoveryCode.ts'
import { isSignedBy, sign } from './signatures.ts'

/*
 * An attacker
 * - has the server's copy: it opens with the code alone, which has 130 random bits and is nowhere;
 * - is the server, and gives one person's copy to another, or other public keys with it: user and device are in the additional data,
 *   the id is worked out from the public key, and each private half has to undo what its public half does;
 * - takes the private halves out of the browser: they are imported non-extractable.
 */

const purpose = 'carrel/recovery/1'
const ivBytes = 12

const sealingKey = async (code: string, userId: string): Promise<CryptoKey> => {
  const secret = secretOf(code)
  if (secret === undefined) throw new EncryptionError('wrongCode')
  const utf8 = new TextEncoder()
  const base = await crypto.subtle.importKey('raw', utf8.encode(secret), 'HKDF', false, ['deriveKey'])
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: utf8.encode(userId), info: utf8.encode(purpose) }
  return crypto.subtle.deriveKey(hkdf, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

const gcm = (iv: Uint8Array<ArrayBuffer>, userId: string, deviceId: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: list(purpose, userId, deviceId),
})

const exported = async (key: CryptoKey): Promise<string> => toBase64(new Uint8Array(await crypto.subtle.exportKey('pkcs8', key)))

type Sealing = { code: string; userId: string; device: DeviceKeys }

/** `sealDevice` with what it makes at random; tests alone choose it. `iv` has 12 bytes. */
export const sealDeviceWith = async (iv: Uint8Array<ArrayBuffer>, { code, userId, device }: Sealing): Promise<string> => {
  const wrapping = await exported(device.wrapping.privateKey)
  const signing = await exported(device.signing.privateKey)
  const plaintext = new TextEncoder().encode(JSON.stringify({ wrapping, signing }))
  const ciphertext = await crypto.subtle.encrypt(gcm(iv, userId, device.deviceId), await sealingKey(code, userId), plaintext)
  return toBase64(new Uint8Array([...iv, ...new Uint8Array(ciphertext)]))
}

/** The private halves of an extractable device under a code, as base64. Throws `wrongCode` for a text that is no code. */
export const sealDevice = (sealing: Sealing): Promise<string> => sealDeviceWith(crypto.getRandomValues(new Uint8Array(ivBytes)), sealing)

const importPrivate = async (plaintext: ArrayBuffer): Promise<[wrapping: CryptoKey, signing: CryptoKey]> => {
  const { wrapping, signing } = JSON.parse(new TextDecoder().decode(plaintext)) as { wrapping: string; signing: string }
  const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }
  return Promise.all([
    crypto.subtle.importKey('pkcs8', fromBase64(wrapping), rsa, false, ['unwrapKey']),
    crypto.subtle.importKey('pkcs8', fromBase64(signing), ecdsa, false, ['sign']),
  ])
}

/** Throws where a private half is not that of its public one. */
const prove = async (device: DeviceKeys, known: KnownDevice): Promise<void> => {
  const oaep = { name: 'RSA-OAEP' }
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt'])
  const wrapped = await crypto.subtle.wrapKey('raw', key, known.wrappingKey, oaep)
  await crypto.subtle.unwrapKey('raw', wrapped, device.wrapping.privateKey, oaep, 'AES-GCM', false, ['encrypt'])
  const proof = list('carrel/proof/1', crypto.getRandomValues(new Uint8Array(32)))
  if (!(await isSignedBy(known, proof, fromBase64(await sign(device, proof))))) throw new EncryptionError('malformed')
}

type Opening = { code: string; userId: string; deviceId: string; publicKeyPem: string; signingKeyPem: string; sealed: string }

/**
 * The device of a recovery code, its private halves non-extractable. Throws `wrongCode` where the code does not open it, `forged`
 * where the public keys are not those of `deviceId`, and `malformed` where the private halves are not those of the public ones.
 */
export const openDevice = async ({ code, userId, deviceId, publicKeyPem, signingKeyPem, sealed }: Opening): Promise<DeviceKeys> => {
  const known = await publicDeviceOf({ publicKeyPem, signingKeyPem })
  if (known.deviceId !== deviceId || known.signingKey === null) throw new EncryptionError('forged')
  const { wrappingKey, signingKey, fingerprint } = known
  const [key, bytes] = [await sealingKey(code, userId), fromBase64(sealed)]
  const algorithm = gcm(bytes.subarray(0, ivBytes), userId, deviceId)
  const plaintext = await orFail('wrongCode', () => crypto.subtle.decrypt(algorithm, key, bytes.subarray(ivBytes)))
  return orFail('malformed', async () => {
    const [unwrapping, signing] = await importPrivate(plaintext)
    const wrapping = { publicKey: wrappingKey, privateKey: unwrapping }
    const pairs = { wrapping, signing: { publicKey: signingKey, privateKey: signing } }
    const device = { deviceId, ...pairs, publicKeyPem, signingKeyPem, fingerprint }
    await prove(device, known)
    return device
  })
}
