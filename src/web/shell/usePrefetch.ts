import { createContext, useContext } from 'react'
import type { Page } from './page.ts'

/** The pages that links may lead to; none outside the site, as in the tests of a single page. */
export const SitePages = createContext<readonly Page[]>([])

/** Returns handlers for a link: on hover, focus or touch, code and data of the page are fetched before the press. */
export const usePrefetch = (path: string) => {
  const page = useContext(SitePages).find((each) => each.path === path)
  const prefetchPage = () => {
    // All of them at once: each file names the next ones only when it is here.
    void globalThis.fetchPage?.(path)
    void page?.screen.load()
    void page?.prefetch?.()
  }
  return { onPointerEnter: prefetchPage, onFocus: prefetchPage, onTouchStart: prefetchPage }
}
