import { useSyncExternalStore } from 'react'
import { makeStore } from '../api/store.ts'

/** The mobile layout of the specification, at the default text size: 768 px and below. */
const narrowest = { pixels: 768, rem: 48 }

/** Returns a store that follows a media query; `read` says what it means for the page. */
export const mediaStore = (query: () => MediaQueryList | undefined, read: () => boolean) => {
  const update = (): void => store.set(read())
  const store = makeStore(false, () => {
    const media = query()
    media?.addEventListener('change', update)
    update()
    return () => media?.removeEventListener('change', update)
  })
  return { subscribe: store.subscribe, update }
}

const query = () => window.matchMedia?.(`(max-width: ${narrowest.pixels}px)`)
const root = document.documentElement
const read = (): boolean => 'narrow' in root.dataset || (query()?.matches ?? false)
const narrow = mediaStore(query, read)

/**
 * Marks the page for the variants `md` and `max-md` of theme.css, since no media query knows the size of text. If the media query
 * is enough, as on a phone, there is no mark, which would make the browser recalculate all styles.
 */
const measure = (): void => {
  const isNarrow = !query()?.matches && window.innerWidth <= narrowest.rem * Number.parseFloat(getComputedStyle(root).fontSize)
  if (isNarrow === 'narrow' in root.dataset) return
  root.toggleAttribute('data-narrow', isNarrow)
  narrow.update()
}

/** Follows the size of text: if it is doubled, a window of twice the width has room for no more than a phone. */
export const followTextSize = (): void => {
  const probe = document.createElement('div')
  probe.className = 'invisible fixed h-0 w-[1rem]'
  document.body.append(probe)
  new ResizeObserver(measure).observe(probe)
  window.addEventListener('resize', measure)
  measure()
}

/** Returns whether there is room only for the mobile layout: 768 px and below, or more if the text is larger. */
export const useIsNarrow = (): boolean => useSyncExternalStore(narrow.subscribe, read)
