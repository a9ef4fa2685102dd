import { type RefCallback, useCallback, useRef } from 'react'

/**
 * If the focused element is removed from the list, by a deletion, a move or by scrolling away, its successor gets the focus, or the
 * list itself: a keyboard continues there, instead of at the top of the page. The element needs `tabIndex={-1}`.
 */
export const useKeptFocus = <E extends HTMLElement>(successor?: (gone: Element) => HTMLElement | null): RefCallback<E> => {
  const findSuccessor = useRef(successor)
  findSuccessor.current = successor
  return useCallback((list: E) => {
    let last: Element | null = null
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
    }
    // A dialog that asked first returns the focus only when it closes: any change of the page may be that.
    const changes = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return
      const gone = last
      last = null
      const next = findSuccessor.current?.(gone) ?? list
      next.focus({ preventScroll: next === list })
    })
    list.addEventListener('focusin', remember)
    changes.observe(document.body, { childList: true, subtree: true })
    return () => {
      list.removeEventListener('focusin', remember)
      changes.disconnect()
    }
  }, [])
}
