/*
 * Runs in the head of the page, before its style sheets and long before the app, so that already the first frame is painted
 * as this device is set. It follows other tabs too, on every page, without the app knowing. And because it runs seconds before
 * the app on a slow line, it asks for what the app will need first.
 */
import { openEarly } from '#web/api/openEarly.ts'
import type { Openings } from '#web/api/openings.ts'
import { applySettings } from './applySettings.ts'
import { readSettings, storageKey } from './settings.ts'

/** Written here by scripts/firstPaint.ts. */
declare const OPENINGS: Openings | null

applySettings(readSettings())
openEarly(OPENINGS)
// Where a page clears the whole storage, no key is named.
window.addEventListener('storage', ({ key }) => {
  if (key === storageKey || key === null) applySettings(readSettings())
})
