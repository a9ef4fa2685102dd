import { webcrypto } from 'node:crypto'

/*
 * Generating an RSA pair takes a quarter of a second, and every browser and recovery code of a test needs one. They are generated
 * once per worker and reused in the next hall, where nobody else has them.
 */

type Pair = webcrypto.CryptoKeyPair
type MakeKey = (algorithm: webcrypto.RsaHashedKeyGenParams, extractable: boolean, usages: webcrypto.KeyUsage[]) => Promise<Pair>

const made = new Map<string, { pairs: Promise<Pair>[]; next: number }>()

const subtle = Object.getPrototypeOf(webcrypto.subtle) as { generateKey: MakeKey }
const makeKey = subtle.generateKey

subtle.generateKey = function (this: unknown, algorithm, extractable, usages) {
  if (algorithm.name !== 'RSA-OAEP') return makeKey.call(this, algorithm, extractable, usages)
  const kind = JSON.stringify([algorithm, extractable, usages])
  const kept = made.get(kind) ?? { pairs: [], next: 0 }
  made.set(kind, kept)
  const pair = kept.pairs[kept.next] ?? makeKey.call(this, algorithm, extractable, usages)
  kept.pairs[kept.next++] = pair
  return pair
}

/** Returns a function that starts again with the pair that is next now. For a hall that is put back to its state of now. */
export const markKeys = (): (() => void) => {
  const marks = new Map([...made].map(([kind, { next }]) => [kind, next]))
  return () => {
    for (const [kind, kept] of made) kept.next = marks.get(kind) ?? 0
  }
}

/** Starts again with the first pair. For a hall in which nobody has set up encryption yet. */
export const giveKeysFromTheFirst = (): void => {
  for (const kept of made.values()) kept.next = 0
}
