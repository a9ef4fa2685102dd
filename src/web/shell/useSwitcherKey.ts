import { useEffect, useRef } from 'react'

const isShortcut = ({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'

/** Opens the switcher by Ctrl K (⌘K on a Mac), from everywhere. */
export const useSwitcherKey = (open: () => void): void => {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    const openOn = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', openOn)
    return () => window.removeEventListener('keydown', openOn)
  }, [])
}
