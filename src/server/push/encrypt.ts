import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/*
 * Encrypts a push message for one browser (RFC 8291, with the content encoding of RFC 8188). The push service sees neither the text
 * nor its length. Written here instead of installed: docs/decisions/0035-web-push.md.
 */

/** The keys of a browser's subscription, in base64url: an uncompressed point of P-256, and 16 random bytes. */
export type PushKeys = { p256dh: string; auth: string }

const curve = 'prime256v1'
const RECORD_SIZE = 4_096
/** Messages are filled up to a multiple of this size. */
const BLOCK_BYTES = 1_024
/** A whole message stays below 3 KB; push services accept about 4 KB. */
export const MAX_PLAIN_BYTES = 2 * BLOCK_BYTES - 1

const derive = (salt: Buffer, key: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** The salt and key pair of one message. */
export type Ephemeral = { salt: Buffer; ecdh: ECDH }

const newEphemeral = (): Ephemeral => {
  const ecdh = createECDH(curve)
  ecdh.generateKeys()
  return { salt: randomBytes(16), ecdh }
}

/** Returns whether a browser's keys can be encrypted for. */
export const arePushKeys = ({ p256dh, auth }: PushKeys): boolean => {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  const key = Buffer.from(p256dh, 'base64url')
  try {
    return key.length === 65 && newEphemeral().ecdh.computeSecret(key).length === 32
  } catch {
    // Not a point of the curve.
    return false
  }
}

/** Appends the delimiter of the last record and zeros, so that the length tells nothing. */
export const padded = (text: Buffer): Buffer => {
  const length = Math.ceil((text.length + 1) / BLOCK_BYTES) * BLOCK_BYTES
  return Buffer.concat([text, Buffer.from([2])], length)
}

/** Encrypts a padded text: the body of a request with `Content-Encoding: aes128gcm`. */
export const encryptPush = ({ p256dh, auth }: PushKeys, text: Buffer, { salt, ecdh }: Ephemeral = newEphemeral()): Buffer => {
  const browser = Buffer.from(p256dh, 'base64url')
  const own = ecdh.getPublicKey()
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), browser, own])
  const key = derive(Buffer.from(auth, 'base64url'), ecdh.computeSecret(browser), keyInfo, 32)
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(salt, key, 'Content-Encoding: aes128gcm\0', 16),
    derive(salt, key, 'Content-Encoding: nonce\0', 12),
  )
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(RECORD_SIZE, 16)
  header.writeUInt8(own.length, 20)
  return Buffer.concat([header, own, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}
