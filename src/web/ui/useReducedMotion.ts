import { useSyncExternalStore } from 'react'

const query = '(prefers-reduced-motion: reduce)'
/** Set by the person's own settings here, whatever the device's setting. */
const attribute = 'data-reduce-motion'

const isReduced = (): boolean =>
  document.documentElement.hasAttribute(attribute) || (typeof window.matchMedia === 'function' && window.matchMedia(query).matches)

const watch = (tell: () => void): (() => void) => {
  const media = typeof window.matchMedia === 'function' ? window.matchMedia(query) : undefined
  media?.addEventListener('change', tell)
  const observer = new MutationObserver(tell)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: [attribute] })
  return () => {
    media?.removeEventListener('change', tell)
    observer.disconnect()
  }
}

/** Returns whether the device or the person's settings ask for less motion. */
export const useReducedMotion = (): boolean => useSyncExternalStore(watch, isReduced)
