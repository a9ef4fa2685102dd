import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Moves the focus to the new page's heading, so that a keyboard continues there and a screen reader announces it; to the main
 * landmark while the page is still loading.
 */
export const useFocusOnNavigation = (main: RefObject<HTMLElement | null>) => {
  const [, section] = useLocation().pathname.split('/')
  const shown = useRef(section)
  useEffect(() => {
    if (shown.current === section) return
    shown.current = section
    if (main.current) return focusHeading(main.current)
  }, [section, main])
}

const focusHeading = (main: HTMLElement) => {
  const heading = () => main.querySelector('h1')
  focus(heading() ?? main)
  const arrival = new MutationObserver(() => {
    const found = heading()
    if (!found) return
    arrival.disconnect()
    // The focus of a person who has moved on meanwhile stays.
    if (document.activeElement === main) focus(found)
  })
  if (!heading()) arrival.observe(main, { childList: true, subtree: true })
  return () => arrival.disconnect()
}

const focus = (element: HTMLElement) => {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}
