import { createECDH, createPrivateKey, hash, type KeyObject, sign } from 'node:crypto'

/*
 * How this installation identifies itself to push services (RFC 8292). Browsers bind a subscription to the public key, so that
 * nobody else can send to it.
 */

export type Vapid = {
  /** In base64url, for the browser and for the header. */
  publicKey: string
  privateKey: KeyObject
}

const curve = 'prime256v1'
/** Push services accept a day. */
const TOKEN_SECONDS = 12 * 3_600

const base64url = (value: string | Buffer): string => Buffer.from(value).toString('base64url')

/** Returns the key pair of a secret of 256 bits in hex. One in four billion is not a key of the curve; its digest is taken then. */
export const vapidOf = (secret: string): Vapid => {
  const ecdh = createECDH(curve)
  try {
    ecdh.setPrivateKey(secret, 'hex')
  } catch {
    return vapidOf(hash('sha256', secret))
  }
  const point = ecdh.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(base64url)
  const d = base64url(Buffer.from(secret, 'hex'))
  const privateKey = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d } })
  return { publicKey: base64url(point), privateKey }
}

const header = base64url(JSON.stringify({ typ: 'JWT', alg: 'ES256' }))

/** Returns the `Authorization` header for a push service. `subject` is an address by which its operator can reach the hall. */
export const vapidHeader = ({ publicKey, privateKey }: Vapid, audience: string, subject: string, now: Date): string => {
  const exp = Math.floor(now.getTime() / 1_000) + TOKEN_SECONDS
  const claims = `${header}.${base64url(JSON.stringify({ aud: audience, exp, sub: subject }))}`
  const signature = sign('sha256', Buffer.from(claims), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${claims}.${base64url(signature)}, k=${publicKey}`
}
