import { CallError } from './callError.ts'
import { makeStore, useStore } from './store.ts'

/** Whether the last call reached the server. If not: when it last did, or how old the stored reply is that is shown instead (ms). */
type Connection = { isLost: false } | { isLost: true; shownFrom: number }

const connected: Connection = { isLost: false }
const connection = makeStore<Connection>(connected)
let heardAt = Date.now()

export const isConnectionError = (error: unknown): boolean => error instanceof CallError && error.status === 0

export const noteHeard = (): void => {
  heardAt = Date.now()
  connection.set(connected)
}

/** `shownFrom` is the age of what a screen shows; the oldest of a page counts. */
export const noteLost = (shownFrom = heardAt): void => {
  const now = connection.get()
  if (!now.isLost || shownFrom < now.shownFrom) connection.set({ isLost: true, shownFrom })
}

export const useConnection = (): Connection => useStore(connection)
