import { setImmediate as turn } from 'node:timers/promises'
import { afterTest } from '#server/testing/afterwards.ts'

/*
 * The tests of lies never wait for a fixed time. Pending calls, cryptography and events are counted, and once none is left and
 * nothing starts in the next turns of the event loop, the clients are idle.
 */

/** Number of event loop turns after which a deceived client is considered to be in a loop. An honest day takes a few hundred. */
const mostTurns = 2_000

/** Thrown if the clients never become idle, which a person sees as an endless wait. */
class CircleError extends Error {
  override readonly name = 'CircleError'
}

let underWay = 0
let resting = Promise.withResolvers<void>()

/** Counts `work` as pending until it ends. */
export const counted = async <T>(work: () => Promise<T>): Promise<T> => {
  if (underWay++ === 0) resting = Promise.withResolvers()
  try {
    return await work()
  } finally {
    underWay--
    if (underWay === 0) resting.resolve()
  }
}

/** Resolves once nothing is pending. */
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

let isCounted = false

/** Counts all cryptography of this process until the end of the test. */
export const countCryptography = (): void => {
  if (isCounted) return
  isCounted = true
  const subtle = globalThis.crypto.subtle as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
  for (const name of [...methods, ...slowMethods]) {
    const work = subtle[name]?.bind(globalThis.crypto.subtle)
    if (work) Object.defineProperty(subtle, name, { value: (...args: unknown[]) => counted(() => work(...args)), configurable: true })
  }
  afterTest(() => {
    for (const name of [...methods, ...slowMethods]) delete subtle[name]
    isCounted = false
  })
}

/** Runs an action, and resolves once nothing is pending: rejected work, or work waiting for a retry, is not a fault. */
export const attempt = async <T>(work: Promise<T>): Promise<T | undefined> => {
  const done = work.catch(() => undefined)
  const result = await Promise.race([done, settled().then(() => undefined)])
  await settled()
  return result ?? (await Promise.race([done, undefined]))
}
