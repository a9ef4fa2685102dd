import { useEffect } from 'react'
import type { MessageVirtualizer } from './useReading.ts'

/** Keeps the log at the newest message when it loses height, for example to a keyboard, a reply or a notice above. */
export const useKeptEnd = (virtual: MessageVirtualizer, scroller: HTMLElement | null): void => {
  useEffect(() => {
    if (!scroller) return
    let wasAtEnd = virtual.isAtEnd()
    let height = scroller.clientHeight
    const remember = () => {
      const { scrollHeight, clientHeight, scrollTop } = scroller
      // The browser scrolls automatically when the log grows; only scrolling by the person counts.
      if (clientHeight === height) wasAtEnd = scrollHeight - clientHeight - scrollTop <= virtual.options.scrollEndThreshold
    }
    const observer = new ResizeObserver(() => {
      if (scroller.clientHeight === height) return
      height = scroller.clientHeight
      if (wasAtEnd) virtual.scrollToEnd()
    })
    observer.observe(scroller)
    // Runs before the list renders other rows, to avoid another layout.
    scroller.addEventListener('scroll', remember, { passive: true, capture: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', remember, { capture: true })
    }
  }, [virtual, scroller])
}
