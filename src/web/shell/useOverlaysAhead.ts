import { useEffect } from 'react'
import { loadOverlays } from '../ui/overlays.ts'
import { slideInPanel } from './SlideInMenu.tsx'

/** How long the page and its data have the network for themselves. */
const quietMs = 2_000

/** Fetches what windows and menus need before one is opened, behind the page itself. */
export const useOverlaysAhead = (): void => {
  useEffect(() => {
    const timer = setTimeout(() => void Promise.all([slideInPanel.load(), loadOverlays()]), quietMs)
    return () => clearTimeout(timer)
  }, [])
}
