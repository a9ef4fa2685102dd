import { useSyncExternalStore } from 'react'

/** A phone that is held sideways. */
const query = () => window.matchMedia?.('(max-height: 500px) and (orientation: landscape)')

const watch = (tell: () => void): (() => void) => {
  const media = query()
  media?.addEventListener('change', tell)
  return () => media?.removeEventListener('change', tell)
}

/** Whether the window is wide and low. */
export const useIsLow = (): boolean => useSyncExternalStore(watch, () => query()?.matches ?? false)
