import { useEffect } from 'react'
import { loadOverlays } from '../ui/overlays.ts'
import { slideInPanel } from './BottomBar.tsx'
import type { Site } from './page.ts'
import type { Screen } from './screen.ts'

/** How long the page and its data have the network to themselves. */
const quietMs = 2_000

/** Prefetches the code of dialogs, menus and the panel of a person, after the page itself. */
export const useOverlaysAhead = (panel: Screen | undefined, signInAgain: Site['signInAgain']): void => {
  useEffect(() => {
    const timer = setTimeout(() => void Promise.all([slideInPanel.load(), loadOverlays()]).then(() => panel?.load()), quietMs)
    return () => clearTimeout(timer)
  }, [panel])
  // The second sign-in is for what was typed and is not saved: before anything is typed, nobody needs it.
  useEffect(() => {
    const typed = (): void => void signInAgain.load()
    const listening = new AbortController()
    for (const event of ['input', 'change']) window.addEventListener(event, typed, { once: true, signal: listening.signal })
    return () => listening.abort()
  }, [signInAgain])
}
