import type { Actor } from '#contract/actor.ts'
import type { call } from '#web/api/call.ts'
import type { EncryptionStorage } from './storage.ts'

/** The browser features that encryption needs, passed in so that tests can simulate the network, the disk and the clock. */
export type EncryptionPorts = {
  call: typeof call
  /** Rejects if the browser has no storage. */
  openStorage: () => Promise<EncryptionStorage>
  me: Pick<Actor, '_id'>
  deviceName: () => string
  /** Schedules a call; returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void
  /** Asks the browser never to delete the keys on its own. Returns whether it guarantees that. */
  persist: () => Promise<boolean>
  now: () => Date
}
