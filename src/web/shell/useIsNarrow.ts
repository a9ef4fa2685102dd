import { useSyncExternalStore } from 'react'

const query = () => window.matchMedia?.('(max-width: 768px)')

const watchWidth = (watch: () => void): (() => void) => {
  const media = query()
  media?.addEventListener('change', watch)
  return () => media?.removeEventListener('change', watch)
}

/** The mobile layout of the specification: 768 px and below. */
export const useIsNarrow = (): boolean => useSyncExternalStore(watchWidth, () => query()?.matches ?? false)
