import { makeStore, type Store, useStore } from '#web/api/store.ts'

/* Shows pages as light text on dark paper: by default if the app is dark, unless this device has another choice. */
const key = 'dark pages'
const root = document.documentElement

/** Returns red, green and blue of an opaque color. */
const channelsOf = (colour: string): number[] => {
  const [red, green, blue, alpha = 1] = /^rgba?\(/.test(colour) ? (colour.match(/[\d.]+/g) ?? []).map(Number) : []
  return alpha < 1 || red === undefined || green === undefined || blue === undefined ? [] : [red, green, blue]
}

/** Decides by the color of the background, since a theme of the hall can be dark too. */
const looksDark = (): boolean => {
  const [red, green, blue] = channelsOf(getComputedStyle(root).backgroundColor)
  if (red === undefined || green === undefined || blue === undefined) return root.hasAttribute('data-dark')
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 90
}

const readChoice = (): boolean | undefined => {
  try {
    const kept = window.localStorage.getItem(key)
    return kept === 'on' ? true : kept === 'off' ? false : undefined
  } catch {
    return undefined
  }
}

let chosen: boolean | undefined

const look = (): void => isNight.set(chosen ?? looksDark())

const lookAgain = (): void => {
  chosen = readChoice()
  look()
}

/** Undefined while there are no subscribers. */
const isNight = makeStore<boolean | undefined>(undefined, () => {
  const observer = new MutationObserver(look)
  observer.observe(root, { attributes: true, attributeFilter: ['data-dark', 'data-contrast', 'class', 'style'] })
  window.addEventListener('storage', lookAgain)
  lookAgain()
  return () => {
    observer.disconnect()
    window.removeEventListener('storage', lookAgain)
    isNight.set(undefined)
  }
})

const night: Store<boolean | undefined> = {
  subscribe: isNight.subscribe,
  get: () => {
    if (isNight.get() === undefined) lookAgain()
    return isNight.get()
  },
}

/** True if pages are dark. */
export const useNight = (): boolean => useStore(night) === true

/** Chooses dark or white pages and saves the choice on this device; without storage, until the reader closes. */
export const chooseNight = (next: boolean): void => {
  chosen = next
  try {
    window.localStorage.setItem(key, next ? 'on' : 'off')
  } catch {
    // Private windows may have no storage, or storage that is full.
  }
  look()
}
