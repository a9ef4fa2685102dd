import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { Page, Site } from './page.ts'

const root = document.documentElement

/** Returns whether the page at this address fills the window, and how. It then ends above the keyboard of a phone. */
export const useFills = (site: Site): ReturnType<NonNullable<Page['fills']>> | undefined => {
  const { pathname, search } = useLocation()
  const fills = site.pages.find(({ path }) => path === pathname)?.fills?.(new URLSearchParams(search))
  const isFull = fills !== undefined
  useEffect(() => {
    const seen = window.visualViewport
    if (!isFull || !seen) return
    // If the keyboard covers the page instead of shrinking it, only this height shows it. A person who zooms in sees less of the
    // same page.
    const follow = () => {
      const isCovered = seen.scale === 1 && seen.height < window.innerHeight - 1
      if (!isCovered) return void root.style.removeProperty('--visible-height')
      root.style.setProperty('--visible-height', `${seen.height}px`)
      window.scrollTo(0, 0)
    }
    follow()
    seen.addEventListener('resize', follow)
    return () => {
      seen.removeEventListener('resize', follow)
      root.style.removeProperty('--visible-height')
    }
  }, [isFull])
  return fills
}
