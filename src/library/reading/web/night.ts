import { useSyncExternalStore } from 'react'

/*
 * Pages as light letters on dark paper: where the rest of the screen is dark, unless someone chose otherwise on this device.
 */
const key = 'dark pages'
const root = document.documentElement

/** Red, green and blue, where the colour is all there is to be seen. */
const channelsOf = (colour: string): number[] => {
  const [red, green, blue, alpha = 1] = /^rgba?\(/.test(colour) ? (colour.match(/[\d.]+/g) ?? []).map(Number) : []
  return alpha < 1 || red === undefined || green === undefined || blue === undefined ? [] : [red, green, blue]
}

/** By the colour behind everything, since a theme of the hall can be dark too. */
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

let isNight: boolean | undefined
let chosen: boolean | undefined
const watchers = new Set<() => void>()

const look = (): void => {
  const next = chosen ?? looksDark()
  if (next === isNight) return
  isNight = next
  for (const tell of watchers) tell()
}

const lookAgain = (): void => {
  chosen = readChoice()
  look()
}

let stop: (() => void) | undefined
const start = (): (() => void) => {
  const observer = new MutationObserver(look)
  observer.observe(root, { attributes: true, attributeFilter: ['data-dark', 'data-contrast', 'class', 'style'] })
  window.addEventListener('storage', lookAgain)
  lookAgain()
  return () => {
    observer.disconnect()
    window.removeEventListener('storage', lookAgain)
    isNight = undefined
  }
}

const watch = (tell: () => void): (() => void) => {
  if (watchers.size === 0) stop = start()
  watchers.add(tell)
  return () => {
    watchers.delete(tell)
    if (watchers.size === 0) stop?.()
  }
}

const current = (): boolean => {
  if (isNight === undefined) {
    chosen = readChoice()
    isNight = chosen ?? looksDark()
  }
  return isNight
}

/** Whether pages are dark. */
export const useNight = (): boolean => useSyncExternalStore(watch, current)

/** Chooses dark or white pages, and remembers it on this device; without storage for as long as the reader is open. */
export const chooseNight = (next: boolean): void => {
  chosen = next
  try {
    window.localStorage.setItem(key, next ? 'on' : 'off')
  } catch {
    // Private windows may have no storage, or a full one.
  }
  look()
}
