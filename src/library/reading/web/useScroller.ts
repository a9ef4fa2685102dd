import { useCallback, useState } from 'react'

/** The region that scrolls what is read. It takes the focus as it appears, so that the keys scroll what was just opened. */
export const useScroller = () => {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    setScroller(element)
    element?.focus({ preventScroll: true })
  }, [])
  return [scroller, ref] as const
}
