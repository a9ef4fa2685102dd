import { binaryBytes } from '../../encryption.lists.policy.ts'
import { EncryptionError } from './encryptionError.ts'

/*
 * An attacker writes the same bytes in several ways (spaces, missing padding, bits left over), so that two clients disagree on what
 * was signed or counted as seen. `fromBase64` takes the one canonical way alone.
 */

/** Arguments that one call takes on every engine. */
const chunk = 0x8000

export const toBase64 = (bytes: Uint8Array): string => {
  let binary = ''
  for (let at = 0; at < bytes.length; at += chunk) binary += String.fromCharCode(...bytes.subarray(at, at + chunk))
  return btoa(binary)
}

/** Of standard base64 with its padding. Throws `malformed` for what is no canonical base64. */
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

/** Base64url without padding. */
export const toBase64Url = (bytes: Uint8Array): string => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
