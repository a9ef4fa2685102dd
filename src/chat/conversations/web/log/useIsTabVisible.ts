import { useSyncExternalStore } from 'react'

const watch = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Whether this tab is the one that is shown. */
export const useIsTabVisible = (): boolean => useSyncExternalStore(watch, () => document.visibilityState === 'visible')
