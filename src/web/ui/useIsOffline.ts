import { useSyncExternalStore } from 'react'
import { connection } from '../api/connection.ts'

const subscribe = (changed: () => void): (() => void) => {
  const unsubscribe = connection.subscribe(changed)
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    unsubscribe()
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Browsers say `onLine` in any network, also in one without the server. */
const isOffline = (): boolean => connection.get().isLost || !navigator.onLine

/** Returns whether the last call did not reach the server, or the device says that it has no network. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline)
