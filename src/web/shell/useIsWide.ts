import { useSyncExternalStore } from 'react'
import { mediaStore, useIsNarrow } from './useIsNarrow.ts'

/** The narrowest window in which a panel beside the page leaves room for a list, in pixels. */
const narrowest = 1024

const query = () => window.matchMedia?.(`(min-width: ${narrowest}px)`)
const read = (): boolean => query()?.matches ?? window.innerWidth >= narrowest
const wide = mediaStore(query, read)

/** Returns whether there is room for a panel beside the page: 1024 px, or more if the text is larger. */
export const useIsWide = (): boolean => {
  const isNarrow = useIsNarrow()
  return useSyncExternalStore(wide.subscribe, read) && !isNarrow
}
