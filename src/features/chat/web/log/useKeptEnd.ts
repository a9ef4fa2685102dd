import { useEffect } from 'react'
import type { MessageVirtualizer } from './useReading.ts'

/** Whoever is at the newest message stays there when the log loses height, as to a keyboard, a reply or a notice above. */
export const useKeptEnd = (virtual: MessageVirtualizer, scroller: HTMLElement | null): void => {
  useEffect(() => {
    if (!scroller) return
    let wasAtEnd = virtual.isAtEnd()
    let height = scroller.clientHeight
    const remember = () => {
      // The browser scrolls by itself where the log has grown; that is not a person who scrolls.
      if (scroller.clientHeight === height) wasAtEnd = virtual.isAtEnd()
    }
    const observer = new ResizeObserver(() => {
      if (scroller.clientHeight === height) return
      height = scroller.clientHeight
      if (wasAtEnd) virtual.scrollToEnd()
    })
    observer.observe(scroller)
    scroller.addEventListener('scroll', remember, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', remember)
    }
  }, [virtual, scroller])
}
