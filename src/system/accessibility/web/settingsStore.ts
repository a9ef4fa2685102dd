import { useSyncExternalStore } from 'react'
import { applySettings } from './applySettings.ts'
import { readSettings, type Settings, storageKey } from './settings.ts'

let shown: Settings | undefined
const watchers = new Set<() => void>()

const become = (next: Settings): void => {
  shown = next
  applySettings(next)
  for (const watch of watchers) watch()
}

/** Applies the settings and keeps them on this device; without storage they last as long as the page. */
export const saveSettings = (next: Settings): void => {
  try {
    window.localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Private windows may have no storage, or a full one.
  }
  become(next)
}

const onStorage = ({ key }: StorageEvent): void => {
  if (key === storageKey || key === null) become(readSettings())
}

const watchSettings = (watch: () => void): (() => void) => {
  if (watchers.size === 0) window.addEventListener('storage', onStorage)
  watchers.add(watch)
  return () => {
    watchers.delete(watch)
    if (watchers.size > 0) return
    window.removeEventListener('storage', onStorage)
    // Another tab may change them while nobody watches.
    shown = undefined
  }
}

export const currentSettings = (): Settings => {
  shown ??= readSettings()
  return shown
}

/** The settings of this device, also where another tab changes them. */
export const useSettings = (): Settings => useSyncExternalStore(watchSettings, currentSettings)
