import { useEffect } from 'react'
import { loadOverlays } from '../ui/overlays.ts'
import { slideInPanel } from './BottomBar.tsx'
import type { Site } from './page.ts'
import type { Screen } from './screen.ts'

/** How long the page and its data have the network to themselves. */
const quietMs = 2_000

/** Prefetches the code of dialogs, menus, the panel of a person and the second sign-in, after the page itself. */
export const useOverlaysAhead = (panel: Screen | undefined, signInAgain: Site['signInAgain']): void => {
  useEffect(() => {
    const timer = setTimeout(
      () => void Promise.all([slideInPanel.load(), loadOverlays()]).then(() => Promise.all([panel?.load(), signInAgain.load()])),
      quietMs,
    )
    return () => clearTimeout(timer)
  }, [panel, signInAgain])
}
