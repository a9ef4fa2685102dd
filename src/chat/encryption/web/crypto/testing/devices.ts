import { expect } from 'vitest'
import { fromBase64 } from '../base64.ts'
import { type DeviceKeys, type KnownDevice, publicDeviceOf } from '../device.ts'
import { EncryptionError, type EncryptionReason } from '../encryptionError.ts'
import { spkiToPem } from '../pem.ts'
import vectors from './vectors.json'

/* Three people with fixed keys, since creating RSA pairs is slow. The keys are only used in tests. */

const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' }
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }

export type Person = { userId: string; device: DeviceKeys; known: KnownDevice }

const personOf = async (keys: (typeof vectors.devices)['asha']): Promise<Person> => {
  const pems = { publicKeyPem: spkiToPem(fromBase64(keys.wrappingSpki)), signingKeyPem: spkiToPem(fromBase64(keys.signingSpki)) }
  const known = await publicDeviceOf(pems)
  const [unwrapping, signing, verifying] = await Promise.all([
    crypto.subtle.importKey('pkcs8', fromBase64(keys.wrappingPkcs8), rsa, true, ['unwrapKey']),
    crypto.subtle.importKey('pkcs8', fromBase64(keys.signingPkcs8), ecdsa, true, ['sign']),
    crypto.subtle.importKey('spki', fromBase64(keys.signingSpki), ecdsa, true, ['verify']),
  ])
  const pairs = {
    wrapping: { publicKey: known.wrappingKey, privateKey: unwrapping },
    signing: { publicKey: verifying, privateKey: signing },
  }
  return { userId: keys.userId, known, device: { ...pairs, ...pems, deviceId: known.deviceId, fingerprint: known.fingerprint } }
}

export const givenPeople = async () => {
  const { asha, ben, chitra } = vectors.devices
  const [one, two, three] = await Promise.all([personOf(asha), personOf(ben), personOf(chitra)])
  return { asha: one, ben: two, chitra: three }
}

/** AES-256-GCM, extractable. */
export const keyOf = (bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', true, ['encrypt', 'decrypt'])

export const rawOf = async (key: CryptoKey): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await crypto.subtle.exportKey('raw', key))

export const flipped = (bytes: Uint8Array, bit: number): Uint8Array<ArrayBuffer> => {
  const other = new Uint8Array(bytes)
  const at = (bit >> 3) % other.length
  other[at] = (other[at] ?? 0) ^ (1 << (bit & 7))
  return other
}

export const expectRefused = async (promise: Promise<unknown>, ...reasons: EncryptionReason[]): Promise<void> => {
  const error = await promise.then(
    () => 'nothing was refused',
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(EncryptionError)
  expect(reasons).toContain((error as EncryptionError).reason)
}
