import { createHash, createPublicKey, generateKeyPairSync, type JsonWebKey, randomBytes, randomUUID } from 'node:crypto'
import type { SignedInPerson } from '#server/testing/given.ts'

/* Devices whose keys have the right shape but no private halves: the server does not check more. */

const pem = (jwk: JsonWebKey): string => createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'pem', type: 'spki' }) as string

/** An RSA key of this many bits without a private half; as fast as random bytes. */
export const rsaPem = (bits = 2_048, e = 'AQAB'): string => {
  const n = randomBytes(bits / 8)
  n[0] = (n[0] ?? 0) | 0x80
  n[n.length - 1] = (n.at(-1) ?? 0) | 1
  return pem({ kty: 'RSA', n: n.toString('base64url'), e })
}

export const signingPem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'pem', type: 'spki' }) as string

export const deviceIdOf = (publicKeyPem: string): string =>
  createHash('sha256')
    .update(createPublicKey(publicKeyPem).export({ format: 'der', type: 'spki' }))
    .digest('base64url')

/** Registers a new device of a person; returns its id. */
export const givenDevice = async (person: SignedInPerson, deviceName = 'Chrome'): Promise<string> => {
  const publicKeyPem = rsaPem()
  const { status, body } = await person.put('/user/encryption/public-key', { publicKeyPem, signingKeyPem: signingPem, deviceName })
  if (status !== 200) throw new Error(`The device was not taken: ${JSON.stringify(body)}`)
  return deviceIdOf(publicKeyPem)
}

/** A list and a trust book of the right shape without valid content. */
export const listShape = {
  v: 1,
  userId: '0192f7a0-0000-7000-8000-000000000000',
  generation: 0,
  number: 0,
  previous: null,
  merged: null,
  added: [],
  revoked: [],
  signatures: [{ deviceId: 'A'.repeat(43), signature: Buffer.alloc(64).toString('base64') }],
}
export const bookShape = {
  number: 1,
  byDevice: 'A'.repeat(43),
  iv: Buffer.alloc(12).toString('base64'),
  ciphertext: Buffer.alloc(40).toString('base64'),
  wraps: [{ deviceId: 'A'.repeat(43), wrappedKey: Buffer.alloc(256).toString('base64') }],
  signature: Buffer.alloc(64).toString('base64'),
}

const random = (bytes: number): string => randomBytes(bytes).toString('base64')

export const wrapFor = (deviceId: string) => ({ deviceId, wrappedKey: random(256), signature: random(64) })

/** Returns a version of a key for these devices. */
export const keyFor = (keyVersion: number, byDevice: string, deviceIds: readonly string[]) => ({
  keyVersion,
  byDevice,
  wrappedKeys: deviceIds.map(wrapFor),
})

/** Returns the content of a message for those who have the key. */
export const envelope = (deviceId: string, more: object = {}) => ({
  v: 1,
  alg: 'A256GCM',
  isEncrypted: true,
  keyVersion: 1,
  deviceId,
  revision: 1,
  iv: random(12),
  ciphertext: random(80),
  commitment: random(32),
  signature: random(64),
  ...more,
})

/** Sends an encrypted message. */
export const sayEncrypted = (person: SignedInPerson, conversation: string, encryption: object, more: object = {}) =>
  person.post(`/chat/conversations/${conversation}/messages`, {
    content: null,
    type: 'text',
    replyTo: null,
    clientId: randomUUID(),
    encryption,
    ...more,
  })
