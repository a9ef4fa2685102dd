import { useEffect, useState } from 'react'

/** Shows toasts above an element at the bottom of the window, such as a field that is being typed in. Give the element the ref. */
export const useToastsAbove = () => {
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--toasts-above', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--toasts-above')
    }
  }, [element])
  return setElement
}
