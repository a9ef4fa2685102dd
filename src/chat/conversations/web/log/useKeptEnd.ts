import { useEffect } from 'react'
import type { MessageVirtualizer } from './useReading.ts'

/** A person who is at the newest message stays there when the log loses height, as to a keyboard, a reply or a notice above. */
export const useKeptEnd = (virtual: MessageVirtualizer, scroller: HTMLElement | null): void => {
  useEffect(() => {
    if (!scroller) return
    let wasAtEnd = virtual.isAtEnd()
    let height = scroller.clientHeight
    const remember = () => {
      const { scrollHeight, clientHeight, scrollTop } = scroller
      // The browser scrolls by itself where the log has grown; that is not a person who scrolls.
      if (clientHeight === height) wasAtEnd = scrollHeight - clientHeight - scrollTop <= virtual.options.scrollEndThreshold
    }
    const observer = new ResizeObserver(() => {
      if (scroller.clientHeight === height) return
      height = scroller.clientHeight
      if (wasAtEnd) virtual.scrollToEnd()
    })
    observer.observe(scroller)
    // Before the list draws other rows: the page would have to be laid out once more.
    scroller.addEventListener('scroll', remember, { passive: true, capture: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', remember, { capture: true })
    }
  }, [virtual, scroller])
}
