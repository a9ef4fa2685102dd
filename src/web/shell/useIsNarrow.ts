import { useSyncExternalStore } from 'react'

/** The mobile layout of the specification, at the usual size of text: 768 px and below. */
const narrowest = { pixels: 768, rem: 48 }

const query = () => window.matchMedia?.(`(max-width: ${narrowest.pixels}px)`)
const root = document.documentElement
const watchers = new Set<() => void>()

/**
 * Marks the page for the variants `md` and `max-md` of theme.css, which no media query could tell about the size of text. Where
 * the media query says it all, as on a phone, there is no mark: it makes the browser work out all styles again.
 */
const measure = (): void => {
  const isNarrow = !query()?.matches && window.innerWidth <= narrowest.rem * Number.parseFloat(getComputedStyle(root).fontSize)
  if (isNarrow === 'narrow' in root.dataset) return
  root.toggleAttribute('data-narrow', isNarrow)
  for (const watch of watchers) watch()
}

/** Follows the size of text: where it is twice as large, a window twice as wide has room for no more than a phone. */
export const followTextSize = (): void => {
  const probe = document.createElement('div')
  probe.className = 'invisible fixed h-0 w-[1rem]'
  document.body.append(probe)
  new ResizeObserver(measure).observe(probe)
  window.addEventListener('resize', measure)
  measure()
}

const watchWidth = (watch: () => void): (() => void) => {
  const media = query()
  media?.addEventListener('change', watch)
  watchers.add(watch)
  return () => {
    media?.removeEventListener('change', watch)
    watchers.delete(watch)
  }
}

/** Whether there is room for the mobile layout only: 768 px and below, or more where the text is larger. */
export const useIsNarrow = (): boolean => useSyncExternalStore(watchWidth, () => 'narrow' in root.dataset || (query()?.matches ?? false))
