import { useCallback, useState } from 'react'

/** The region that scrolls the content. It is focused when it is mounted, so that the keys scroll what was just opened. */
export const useScroller = () => {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    setScroller(element)
    element?.focus({ preventScroll: true })
  }, [])
  return [scroller, ref] as const
}
