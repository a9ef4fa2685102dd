import { list } from '../../encryption.lists.policy.ts'
import { fromBase64 } from './base64.ts'

/*
 * An attacker who is the server shows an own key as the new device of somebody, and looks for one with the same code. 15 digits alone
 * are found in days on a few graphics cards, so each try is made slow.
 */

const iterations = 200_000

/** The code that a new device and the one that shares keys with it both show: 15 digits, `12345 67890 12345`. `fingerprint` is base64. */
export const confirmCode = async (userId: string, fingerprint: string): Promise<string> => {
  const password = list('carrel/confirm/1', userId, fromBase64(fingerprint))
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const salt = new TextEncoder().encode('carrel/confirm/1')
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 64)
  const digits = String(new DataView(bits).getBigUint64(0) % 10n ** 15n).padStart(15, '0')
  return [digits.slice(0, 5), digits.slice(5, 10), digits.slice(10)].join(' ')
}
