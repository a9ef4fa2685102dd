/*
 * An attacker guesses: 130 random bits are too many. A person mistypes, and would see that the messages are lost: the two
 * check characters detect every wrong character and every swap of two, before any request to the server.
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

/** Returns the code for these 26 bytes, using five bits of each. */
export const codeOf = (bytes: Uint8Array): string => {
  const secret = Array.from(bytes.subarray(0, secretLength), (byte) => alphabet[byte & 31]).join('')
  return grouped(secret + checkOf(secret))
}

/** Creates a recovery code: 28 characters in seven groups, `XXXX-XXXX-…`. */
export const makeCode = (): string => codeOf(crypto.getRandomValues(new Uint8Array(secretLength)))

/** Returns the code in the form that `makeCode` writes, however it was typed, or undefined if it is invalid. */
export const normalizeCode = (text: string): string | undefined => {
  const code = text
    .replace(/[\s\p{Dash}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  if (!written.test(code)) return undefined
  return checkOf(code.slice(0, secretLength)) === code.slice(secretLength) ? grouped(code) : undefined
}

/** Returns the 26 characters from which keys are derived, or undefined if the text is not a code. */
export const secretOf = (text: string): string | undefined => normalizeCode(text)?.replaceAll('-', '').slice(0, secretLength)
