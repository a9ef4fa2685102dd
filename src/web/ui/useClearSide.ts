import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** An element in a table or a list counts as its whole row. */
const withItsRow = (element: Element): Element[] => [element.closest('tr, li') ?? element, element]

/**
 * Returns the side of the window where messages do not cover what was pressed last: the bottom, unless that is there. `newest`
 * changes with every message.
 */
export const useClearSide = (region: RefObject<HTMLElement | null>, newest: number | undefined): 'top' | 'bottom' => {
  const pressed = useRef<Element>(null)
  const [side, setSide] = useState<'top' | 'bottom'>('bottom')
  useEffect(() => {
    // Not every browser focuses a button that is pressed, and a closing dialog returns the focus to one that was not.
    const remember = ({ target }: Event) => {
      if (target instanceof Element && !region.current?.contains(target)) pressed.current = target
    }
    window.addEventListener('pointerdown', remember, true)
    window.addEventListener('focusin', remember)
    return () => {
      window.removeEventListener('pointerdown', remember, true)
      window.removeEventListener('focusin', remember)
    }
  }, [region])
  useLayoutEffect(() => {
    if (newest === undefined || !region.current) return
    const { offsetHeight: height } = region.current
    const above = Number.parseFloat(document.documentElement.style.getPropertyValue('--toasts-above')) || 0
    const isCovered = (element: Element): boolean => {
      const { top, bottom } = element.getBoundingClientRect()
      return bottom > window.innerHeight - above - height && top < window.innerHeight && top > height
    }
    // This code may have been loaded only after the press.
    const about = pressed.current?.isConnected ? pressed.current : document.activeElement
    setSide(about && withItsRow(about).some(isCovered) ? 'top' : 'bottom')
  }, [region, newest])
  return side
}
