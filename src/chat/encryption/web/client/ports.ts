import type { Actor } from '#contract/actor.ts'
import type { call } from '#web/api/call.ts'
import type { EncryptionStatus, PublicDevice, VersionHeader } from '../../encryption.shapes.contract.ts'
import type { EncryptionStorage } from './storage.ts'

/** Replies of the server that this device needs to read a conversation without a connection. The keys in them are wrapped. */
export type KeptKeys = {
  status?: { newest: EncryptionStatus }
  /** By key version. */
  headers?: Record<number, VersionHeader>
  /** Devices from before signed device lists, by id. */
  devices?: Record<string, PublicDevice>
}

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
  /** Keeps replies on this device for the time without a connection; each part is added to. Absent if nothing may be kept. */
  kept?:
    | {
        read: (conversation: string) => Promise<KeptKeys | undefined>
        store: (conversation: string, parts: KeptKeys) => void
      }
    | undefined
}
