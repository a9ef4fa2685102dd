import type { Move } from '../db/programState.ts'

/** Holds up everything that writes to the old database; released when the process ends, however it ends. */
export type Fence = {
  /** Records in the old database that its data is elsewhere, in the transaction that holds the lock, and ends it. */
  finish: (move: Move) => Promise<void>
  /** Lets others write again; harmless after `finish`. */
  release: () => Promise<void>
}

/** Other programs kept writing until the patience of the fence ended. */
export class FenceError extends Error {
  constructor() {
    super('Another program is writing to the database all the time.')
  }
}
