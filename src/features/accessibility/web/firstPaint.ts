/*
 * Runs in the head of the page, before its style sheets and long before the app, so that already the first frame is painted
 * as this device is set. It follows other tabs too, on every page, without the app knowing.
 */
import { applySettings } from './applySettings.ts'
import { readSettings, storageKey } from './settings.ts'

applySettings(readSettings())
// Where a page clears the whole storage, no key is named.
window.addEventListener('storage', ({ key }) => {
  if (key === storageKey || key === null) applySettings(readSettings())
})
