import { binaryBytes } from '../../encryption.lists.policy.ts'
import { EncryptionError } from './encryptionError.ts'

/*
 * An attacker encodes the same bytes in several ways (spaces, missing padding, unused bits), so that two clients disagree on what
 * was signed or counted as seen. `fromBase64` accepts only the canonical form.
 */

/** Number of arguments that every engine accepts in one call. */
const chunk = 0x8000

export const toBase64 = (bytes: Uint8Array): string => {
  let binary = ''
  for (let at = 0; at < bytes.length; at += chunk) binary += String.fromCharCode(...bytes.subarray(at, at + chunk))
  return btoa(binary)
}

/** Decodes padded standard base64. Throws `malformed` unless it is canonical. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  let binary: string
  try {
    binary = atob(text)
  } catch (cause) {
    throw new EncryptionError('malformed', { cause })
  }
  if (btoa(binary) !== text) throw new EncryptionError('malformed')
  return binaryBytes(binary)
}

/** Encodes as base64url without padding. */
export const toBase64Url = (bytes: Uint8Array): string => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
