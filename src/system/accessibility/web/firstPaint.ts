/*
 * Runs in the head of the page, before its style sheets and long before the app, so that the first frame is already painted with this
 * device's settings. It also follows changes in other tabs, on every page and independently of the app. Because it runs seconds before the
 * app on a slow connection, it sends the first API requests of the app.
 */
import { openEarly } from '#web/api/openEarly.ts'
import type { Openings } from '#web/api/openings.ts'
import { startOncePainted } from '#web/api/startOncePainted.ts'
import { applySettings } from './applySettings.ts'
import { readSettings, storageKey } from './settings.ts'

/** Written here by scripts/firstPaint.ts. */
declare const OPENINGS: Openings | null

applySettings(readSettings())
openEarly(OPENINGS)
startOncePainted()
// Clearing the whole storage fires an event without a key.
window.addEventListener('storage', ({ key }) => {
  if (key === storageKey || key === null) applySettings(readSettings())
})
