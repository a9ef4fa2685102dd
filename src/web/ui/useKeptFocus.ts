import { useEffect, useRef } from 'react'

/**
 * Where what has the focus is taken out of the list, by a deletion or by scrolling away, the list itself
 * gets it: a keyboard goes on there, instead of at the top of the page. The element needs `tabIndex={-1}`.
 */
export const useKeptFocus = <E extends HTMLElement>() => {
  const list = useRef<E>(null)
  useEffect(() => {
    const here = list.current
    if (!here) return
    let last: Element | null = null
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
    }
    // A dialog that asked first gives the focus back only when it closes: any change of the page may be the one.
    const changes = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return
      last = null
      here.focus({ preventScroll: true })
    })
    here.addEventListener('focusin', remember)
    changes.observe(document.body, { childList: true, subtree: true })
    return () => {
      here.removeEventListener('focusin', remember)
      changes.disconnect()
    }
  }, [])
  return list
}
