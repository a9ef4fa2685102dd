import { useSyncExternalStore } from 'react'

const watch = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Returns whether this tab is visible. */
export const useIsTabVisible = (): boolean => useSyncExternalStore(watch, () => document.visibilityState === 'visible')
