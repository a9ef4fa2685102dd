import { useSyncExternalStore } from 'react'

/** A phone in landscape orientation. */
const query = () => window.matchMedia?.('(max-height: 500px) and (orientation: landscape)')

const watch = (tell: () => void): (() => void) => {
  const media = query()
  media?.addEventListener('change', tell)
  return () => media?.removeEventListener('change', tell)
}

/** True if the window is wide and low. */
export const useIsLow = (): boolean => useSyncExternalStore(watch, () => query()?.matches ?? false)
