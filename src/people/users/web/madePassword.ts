import { readablePassword } from '#contract/readablePassword.ts'

const BYTE = 256

/** Bytes beyond the last whole multiple are discarded, so that every number is equally likely. */
const below = (n: number): number => {
  const [byte = BYTE] = crypto.getRandomValues(new Uint8Array(1))
  return byte < BYTE - (BYTE % n) ? byte % n : below(n)
}

/** Returns a new password of 17 characters. */
export const madePassword = (): string => readablePassword(below)
