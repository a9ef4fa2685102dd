import { constants, createDecipheriv, createPrivateKey, type KeyObject, privateDecrypt } from 'node:crypto'
import type { Envelope } from '#chat/conversations/conversations.encryption.contract.ts'
import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import type { WrappedKey } from '../../../encryption.shapes.contract.ts'
import { browserCrypto, type DeviceKeys, type Key } from '../browserCrypto.ts'

/** A device whose key pair the liar has, and can name freely. */
export type Ghost = DeviceKeys & { privateKey: KeyObject; signingKey: KeyObject }

export const makeGhost = async (): Promise<Ghost> => {
  const device = (await browserCrypto.makeDevice({ extractable: true })) as DeviceKeys & Record<'wrapping' | 'signing', { privateKey: Key }>
  const exported = async ({ privateKey }: { privateKey: Key }): Promise<KeyObject> =>
    createPrivateKey({ key: Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey)), format: 'der', type: 'pkcs8' })
  return { ...device, privateKey: await exported(device.wrapping), signingKey: await exported(device.signing) }
}

/** Returns the keys in these wraps that a ghost can unwrap, for either protocol version. */
export const keysFor = (ghost: Ghost, conversation: string, keyVersion: number, wraps: readonly WrappedKey[]): Buffer[] =>
  wraps.flatMap(({ wrappedKey }) =>
    ['carrel/key/1', 'carrel/key/2'].flatMap((purpose) => {
      const oaepLabel = Buffer.from(encodeFields(purpose, conversation, keyVersion))
      try {
        const padding = constants.RSA_PKCS1_OAEP_PADDING
        return [privateDecrypt({ key: ghost.privateKey, padding, oaepHash: 'sha256', oaepLabel }, Buffer.from(wrappedKey, 'base64'))]
      } catch {
        return []
      }
    }),
  )

/**
 * Returns the text of an envelope under this key, or undefined. An attacker need not prove that it is genuine, so neither the
 * additional data nor the tag is checked.
 */
export const readWith = (key: Buffer, { iv, ciphertext }: Pick<Envelope, 'iv' | 'ciphertext'>): string | undefined => {
  const first = Buffer.concat([Buffer.from(iv, 'base64'), Buffer.from([0, 0, 0, 2])])
  const bytes = Buffer.from(ciphertext, 'base64').subarray(0, -16)
  const plain = createDecipheriv('aes-256-ctr', key, first).update(bytes).toString()
  try {
    return String((JSON.parse(plain) as { text?: unknown }).text)
  } catch {
    return undefined
  }
}
