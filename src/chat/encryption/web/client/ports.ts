import type { Actor } from '#contract/actor.ts'
import type { call } from '#web/api/call.ts'
import type { EncryptionStorage } from './storage.ts'

/** What encryption needs of the browser, given to it so that tests can play the network, the disk and the clock. */
export type EncryptionPorts = {
  call: typeof call
  /** Rejects where the browser keeps nothing. */
  openStorage: () => Promise<EncryptionStorage>
  me: Pick<Actor, '_id'>
  deviceName: () => string
  /** Runs something later; returns how to call that off. */
  after: (ms: number, run: () => void) => () => void
  /** Asks the browser never to delete the keys by itself. Returns whether it promises that. */
  persist: () => Promise<boolean>
  now: () => Date
}
