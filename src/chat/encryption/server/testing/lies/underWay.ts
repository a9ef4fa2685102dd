import { setImmediate as turn } from 'node:timers/promises'
import { afterTest } from '#server/testing/afterwards.ts'

/*
 * The tests of lies never wait for a time. Calls, cryptography and events on their way are counted, and once none is left
 * and nothing new begins in the next turns of the event loop, the clients have done all that they are going to do.
 */

/** Turns of the event loop after which a client that was deceived asks in circles. An honest day takes a few hundred. */
const mostTurns = 2_000

/** The clients never come to rest. What the person sees of that is an endless wait. */
export class CircleError extends Error {
  override readonly name = 'CircleError'
}

let underWay = 0
let resting = Promise.withResolvers<void>()

/** Counts `work` as under way until it ends. */
export const counted = async <T>(work: () => Promise<T>): Promise<T> => {
  if (underWay++ === 0) resting = Promise.withResolvers()
  try {
    return await work()
  } finally {
    underWay--
    if (underWay === 0) resting.resolve()
  }
}

/** Resolves once nothing is under way any more. */
export const settled = async (): Promise<void> => {
  for (let [quiet, turns] = [0, 0]; quiet < 3; turns++) {
    if (turns > mostTurns) throw new CircleError('The clients never come to rest')
    if (underWay > 0) await resting.promise
    await turn()
    quiet = underWay === 0 ? quiet + 1 : 0
  }
}

const methods = ['sign', 'verify', 'encrypt', 'decrypt', 'digest', 'wrapKey', 'unwrapKey', 'importKey', 'exportKey'] as const
const slowMethods = ['generateKey', 'deriveKey', 'deriveBits'] as const

/** Counts all cryptography of this process until the end of the test. */
export const countCryptography = (): void => {
  const subtle = globalThis.crypto.subtle as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
  for (const name of [...methods, ...slowMethods]) {
    const work = subtle[name]?.bind(globalThis.crypto.subtle)
    if (work) Object.defineProperty(subtle, name, { value: (...args: unknown[]) => counted(() => work(...args)), configurable: true })
  }
  afterTest(() => {
    for (const name of [...methods, ...slowMethods]) delete subtle[name]
  })
}

/** Does something, and goes on once nothing is under way any more: what was refused or waits for a later try is no fault. */
export const attempt = async <T>(work: Promise<T>): Promise<T | undefined> => {
  const done = work.catch(() => undefined)
  const result = await Promise.race([done, settled().then(() => undefined)])
  await settled()
  return result ?? (await Promise.race([done, undefined]))
}
