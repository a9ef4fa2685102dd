import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

const derive = (salt: Buffer, key: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

const text = (value: Buffer): string => value.toString('base64url')

/** The browser's side of a subscription. Written apart from the product's, so that a shared mistake would be seen. */
export const newBrowser = () => {
  const ecdh = createECDH('prime256v1')
  const auth = randomBytes(16)
  const own = ecdh.generateKeys()
  const decrypt = (body: Buffer): string => {
    const [salt, from, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
    const key = derive(auth, ecdh.computeSecret(from), Buffer.concat([Buffer.from('WebPush: info\0'), own, from]), 32)
    const content = derive(salt, key, 'Content-Encoding: aes128gcm\0', 16)
    const decipher = createDecipheriv('aes-128-gcm', content, derive(salt, key, 'Content-Encoding: nonce\0', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return plain.subarray(0, plain.lastIndexOf(2)).toString()
  }
  return { keys: { p256dh: text(own), auth: text(auth) }, decrypt }
}
