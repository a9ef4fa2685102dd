import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Moves the focus to the new page's heading, so that a keyboard goes on there and a screen reader says
 * where it is; to the main landmark while the page is still on its way.
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
    // A person who has moved on meanwhile is left where they are.
    if (document.activeElement === main) focus(found)
  })
  if (!heading()) arrival.observe(main, { childList: true, subtree: true })
  return () => arrival.disconnect()
}

const focus = (element: HTMLElement) => {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}
