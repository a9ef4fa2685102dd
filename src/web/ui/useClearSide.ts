import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Something in a table or a list is the whole row that it belongs to. */
const withItsRow = (element: Element): Element[] => [element.closest('tr, li') ?? element, element]

/**
 * The side of the window on which messages cover nothing of what was pressed last: at the bottom, as long as that is not there.
 * `newest` changes with every message.
 */
export const useClearSide = (region: RefObject<HTMLElement | null>, newest: number | undefined): 'top' | 'bottom' => {
  const pressed = useRef<Element>(null)
  const [side, setSide] = useState<'top' | 'bottom'>('bottom')
  useEffect(() => {
    // Not every browser gives the focus to a button that is pressed, and a dialog that closes gives it back to one that was not.
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
    // This may have been fetched only after the press.
    const about = pressed.current?.isConnected ? pressed.current : document.activeElement
    setSide(about && withItsRow(about).some(isCovered) ? 'top' : 'bottom')
  }, [region, newest])
  return side
}
