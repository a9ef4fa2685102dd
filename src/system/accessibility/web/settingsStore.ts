import { makeStore, type Store, useStore } from '#web/api/store.ts'
import { applySettings } from './applySettings.ts'
import { readSettings, type Settings, storageKey } from './settings.ts'

const shown = makeStore<Settings | undefined>(undefined, () => {
  window.addEventListener('storage', onStorage)
  return () => {
    window.removeEventListener('storage', onStorage)
    // Another tab may change them while nothing is subscribed.
    shown.set(undefined)
  }
})

const become = (next: Settings): void => {
  applySettings(next)
  shown.set(next)
}

/** Applies the settings and saves them on this device; without storage they last until the page is closed. */
export const saveSettings = (next: Settings): void => {
  try {
    window.localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Private windows may have no storage, or storage that is full.
  }
  become(next)
}

const onStorage = ({ key }: StorageEvent): void => {
  if (key === storageKey || key === null) become(readSettings())
}

export const currentSettings = (): Settings => {
  const settings = shown.get() ?? readSettings()
  shown.set(settings)
  return settings
}

const settings: Store<Settings> = { subscribe: shown.subscribe, get: currentSettings }

/** The settings of this device. Follows changes made in other tabs. */
export const useSettings = (): Settings => useStore(settings)
