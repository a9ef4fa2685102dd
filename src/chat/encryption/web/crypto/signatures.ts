import { toBase64 } from './base64.ts'
import type { DeviceKeys, KnownDevice } from './device.ts'

/*
 * An attacker claims that a person wrote something they did not, or reuses a signature for a different purpose. Signed
 * data are always a list that starts with its purpose, and nothing counts as signed by a device without a signing key.
 */

const algorithm = { name: 'ECDSA', hash: 'SHA-256' }

/** Returns 64 raw bytes as base64. */
export const sign = async (device: DeviceKeys, list: Uint8Array<ArrayBuffer>): Promise<string> =>
  toBase64(new Uint8Array(await crypto.subtle.sign(algorithm, device.signing.privateKey, list)))

export const isSignedBy = async (
  { signingKey }: Pick<KnownDevice, 'signingKey'>,
  list: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> => signingKey !== null && (await crypto.subtle.verify(algorithm, signingKey, signature, list))
