import { CallError } from './callError.ts'
import { makeStore, useStore } from './store.ts'

/** Whether the last call reached the server. If not, `shownFrom` is the instant when what is shown was loaded (ms). */
type Connection = { isLost: false } | { isLost: true; shownFrom: number }

const connected: Connection = { isLost: false }
export const connection = makeStore<Connection>(connected)
let onlineAt = Date.now()

export const isConnectionError = (error: unknown): boolean => error instanceof CallError && error.status === 0

export const markOnline = (): void => {
  onlineAt = Date.now()
  connection.set(connected)
}

/** `shownFrom` is the instant when the shown reply was loaded; the earliest one of a page counts. */
export const markOffline = (shownFrom = onlineAt): void => {
  const now = connection.get()
  if (!now.isLost || shownFrom < now.shownFrom) connection.set({ isLost: true, shownFrom })
}

export const useConnection = (): Connection => useStore(connection)
