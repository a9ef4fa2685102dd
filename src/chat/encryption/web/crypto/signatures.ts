import { toBase64 } from './base64.ts'
import type { DeviceKeys, KnownDevice } from './device.ts'

/*
 * An attacker says that a person wrote what they did not write, or uses a signature for another purpose than it was made for. What is
 * signed is always a list that begins with its purpose, and a device without a signing key has signed nothing.
 */

const algorithm = { name: 'ECDSA', hash: 'SHA-256' }

/** 64 raw bytes, as base64. */
export const sign = async (device: DeviceKeys, list: Uint8Array<ArrayBuffer>): Promise<string> =>
  toBase64(new Uint8Array(await crypto.subtle.sign(algorithm, device.signing.privateKey, list)))

export const isSignedBy = async (
  { signingKey }: Pick<KnownDevice, 'signingKey'>,
  list: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> => signingKey !== null && (await crypto.subtle.verify(algorithm, signingKey, signature, list))
