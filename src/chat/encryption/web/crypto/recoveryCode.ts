/*
 * An attacker guesses: 130 random bits are too many. A person mistypes, and would be told that the messages are lost: the two
 * characters of check find every wrong character and every two that changed places, before anything is asked of the server.
 */

/** Crockford's base32. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const secretLength = 26
const written = new RegExp(`^[${alphabet}]{28}$`)

/** A prime below 32², so that the remainder fits into two characters. */
const modulus = 1021

const checkOf = (secret: string): string => {
  const remainder = [...secret].reduce((rest, char) => (rest * 32 + alphabet.indexOf(char)) % modulus, 0)
  return `${alphabet[remainder >> 5]}${alphabet[remainder & 31]}`
}

const grouped = (code: string): string => (code.match(/.{4}/g) ?? []).join('-')

/** The code that these 26 bytes make, of which five bits each count. */
export const codeOf = (bytes: Uint8Array): string => {
  const secret = Array.from(bytes.subarray(0, secretLength), (byte) => alphabet[byte & 31]).join('')
  return grouped(secret + checkOf(secret))
}

/** A new recovery code: 28 characters in seven groups, `XXXX-XXXX-…`. */
export const makeCode = (): string => codeOf(crypto.getRandomValues(new Uint8Array(secretLength)))

/** The code as `makeCode` writes it, however it was typed, or undefined where it is none. */
export const normalizeCode = (text: string): string | undefined => {
  const code = text
    .replace(/[\s\p{Dash}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  if (!written.test(code)) return undefined
  return checkOf(code.slice(0, secretLength)) === code.slice(secretLength) ? grouped(code) : undefined
}

/** The 26 characters that keys are made from, or undefined where the text is no code. */
export const secretOf = (text: string): string | undefined => normalizeCode(text)?.replaceAll('-', '').slice(0, secretLength)
