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
    const target = main.current?.querySelector('h1') ?? main.current
    if (!target) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [section, main])
}
