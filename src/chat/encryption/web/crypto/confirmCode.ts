import { encodeFields } from '#chat/conversations/conversations.fields.policy.ts'
import { fromBase64 } from './base64.ts'

/*
 * An attacker who is the server presents its own key as a person's new device, and searches for one with the same code. 15 digits
 * alone are found in days on a few graphics cards, so each attempt is made slow.
 */

const iterations = 200_000

const codeOf = async (password: Uint8Array<ArrayBuffer>, purpose: string): Promise<string> => {
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const salt = new TextEncoder().encode(purpose)
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 64)
  const digits = String(new DataView(bits).getBigUint64(0) % 10n ** 15n).padStart(15, '0')
  return [digits.slice(0, 5), digits.slice(5, 10), digits.slice(10)].join(' ')
}

/**
 * Returns the code that a new device and the one sharing keys with it both show: 15 digits, `12345 67890 12345`. `fingerprint` is
 * base64.
 */
export const confirmCode = async (userId: string, fingerprint: string): Promise<string> =>
  codeOf(encodeFields('carrel/confirm/1', userId, fromBase64(fingerprint)), 'carrel/confirm/1')

type Confirming = { userId: string; root: string; head: string; fingerprint: string }

/**
 * Returns the same for a device added after the list `head`, so that both devices also agree on the person's chain. All values
 * are base64.
 */
export const confirmCodeV2 = async ({ userId, root, head, fingerprint }: Confirming): Promise<string> =>
  codeOf(encodeFields('carrel/confirm/2', userId, fromBase64(root), fromBase64(head), fromBase64(fingerprint)), 'carrel/confirm/2')
