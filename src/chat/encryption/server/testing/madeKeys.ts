import { webcrypto } from 'node:crypto'
import { afterTest } from '#server/testing/afterwards.ts'

/*
 * Generating an RSA pair takes a quarter of a second, and every browser and recovery code of a test needs one. They are generated
 * once per worker and reused in the next test or hall, where nobody else has them.
 */

type Pair = webcrypto.CryptoKeyPair
type MakeKey = (algorithm: webcrypto.RsaHashedKeyGenParams, extractable: boolean, usages: webcrypto.KeyUsage[]) => Promise<Pair>

const made = new Map<string, { pairs: Promise<Pair>[]; next: number }>()
let isReusedAfterTest = false

type DeriveBits = (algorithm: webcrypto.Pbkdf2Params, key: webcrypto.CryptoKey, length: number) => Promise<ArrayBuffer>

const subtle = Object.getPrototypeOf(webcrypto.subtle) as { generateKey: MakeKey; deriveBits: DeriveBits }
const { generateKey: makeKey, deriveBits } = subtle

/** Starts again with the first pair. For a hall in which nobody has set up encryption yet. */
export const giveKeysFromTheFirst = (): void => {
  for (const kept of made.values()) kept.next = 0
}

const reuseAfterTest = (): void => {
  if (isReusedAfterTest) return
  isReusedAfterTest = true
  afterTest(() => {
    isReusedAfterTest = false
    giveKeysFromTheFirst()
  })
}

subtle.generateKey = function (this: unknown, algorithm, extractable, usages) {
  if (algorithm.name !== 'RSA-OAEP') return makeKey.call(this, algorithm, extractable, usages)
  reuseAfterTest()
  const kind = JSON.stringify([algorithm, extractable, usages])
  const kept = made.get(kind) ?? { pairs: [], next: 0 }
  made.set(kind, kept)
  const pair = kept.pairs[kept.next] ?? makeKey.call(this, algorithm, extractable, usages)
  kept.pairs[kept.next++] = pair
  return pair
}

/*
 * The code that two devices compare takes a tenth of a second, so that a server cannot search for a key with the same code. In a hall
 * of tests, nobody searches: a hundredth of the rounds make codes that differ as much.
 */
let dividedBy = 100

subtle.deriveBits = function (this: unknown, algorithm, ...rest) {
  const isSlow = algorithm.name === 'PBKDF2'
  return deriveBits.call(this, isSlow ? { ...algorithm, iterations: algorithm.iterations / dividedBy } : algorithm, ...rest)
}

/** For vectors.test.ts and vectorsV2.test.ts, which hold the real code to its number of rounds. */
export const deriveWithAllRounds = (): void => {
  dividedBy = 1
  afterTest(() => {
    dividedBy = 100
  })
}

/** Returns a function that starts again with the pair that is next now. For a hall that is put back to its state of now. */
export const markKeys = (): (() => void) => {
  const marks = new Map([...made].map(([kind, { next }]) => [kind, next]))
  return () => {
    for (const [kind, kept] of made) kept.next = marks.get(kind) ?? 0
  }
}
