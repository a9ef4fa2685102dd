import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  pbkdf2Sync,
  privateDecrypt,
  verify as verifyWith,
} from 'node:crypto'

/* A second implementation of docs/encryption.md for comparison, with OpenSSL through node:crypto and no product code. */

type Bytes = Uint8Array

export const list = (...fields: readonly (string | number | Bytes)[]): Buffer =>
  Buffer.concat(
    fields.flatMap((field) => {
      const bytes = typeof field === 'object' ? Buffer.from(field) : Buffer.from(String(field), 'utf8')
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return [length, bytes]
    }),
  )

export const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')
export const sha256 = (bytes: Bytes): Buffer => createHash('sha256').update(bytes).digest()
export const sha512 = (bytes: Bytes): Buffer => createHash('sha512').update(bytes).digest()
export const hmac = (key: Bytes, bytes: Bytes): Buffer => createHmac('sha256', key).update(bytes).digest()
export const hkdf = (secret: string, salt: string, info: string): Buffer => Buffer.from(hkdfSync('sha256', secret, salt, info, 32))
export const pbkdf2 = (password: Bytes, salt: string, iterations: number): Buffer => pbkdf2Sync(password, salt, iterations, 8, 'sha256')

/** The tag is at the end. */
export const encrypt = (key: Bytes, iv: Bytes, plaintext: Bytes, aad: Bytes): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad)
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

export const decrypt = (key: Bytes, iv: Bytes, encrypted: Bytes, aad: Bytes): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(aad).setAuthTag(encrypted.subarray(-16))
  return Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
}

const oaep = (label: Bytes) => ({ padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256', oaepLabel: label })
const privateKey = (pkcs8: string) => createPrivateKey({ key: bytesOf(pkcs8), format: 'der', type: 'pkcs8' })
const publicKey = (spki: string) => createPublicKey({ key: bytesOf(spki), format: 'der', type: 'spki' })

/** Keys are PKCS #8 and SPKI as base64. */
export const unwrap = (pkcs8: string, label: Bytes, wrapped: Bytes): Buffer =>
  privateDecrypt({ key: privateKey(pkcs8), ...oaep(label) }, wrapped)
export const isSigned = (spki: string, bytes: Bytes, signature: Bytes): boolean =>
  verifyWith('sha256', bytes, { key: publicKey(spki), dsaEncoding: 'ieee-p1363' }, signature)
