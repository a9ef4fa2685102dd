import { device } from '../api/storages.ts'
import { makeStore } from '../api/store.ts'
import { calendarToday } from '../api/timeZone.ts'

/** What Chromium sends when it can install the page as an app; other browsers have only their own menu. */
export type InstallPrompt = Event & { prompt: () => Promise<unknown> }

const firstDayKey = 'installFirstDay'
const answeredKey = 'installAnswered'

/** The browser's offer to install the app, while the person may be asked. */
export const installPrompt = makeStore<InstallPrompt | null>(null)

/** Nobody is asked on the first day on a device, nor after an answer. */
const mayAsk = (): boolean => {
  const firstDay = device.get(firstDayKey)
  if (!firstDay) device.set(firstDayKey, calendarToday())
  return firstDay !== null && firstDay !== calendarToday() && device.get(answeredKey) === null
}

/** Follows the browser's offer, on phones. Returns a function that ends it. */
export const followInstallPrompt = (): (() => void) => {
  const keep = (event: Event) => {
    if (!window.matchMedia('(pointer: coarse)').matches) return
    // The browser shows no bar of its own.
    event.preventDefault()
    if (mayAsk()) installPrompt.set(event as InstallPrompt)
  }
  const drop = () => installPrompt.set(null)
  window.addEventListener('beforeinstallprompt', keep)
  window.addEventListener('appinstalled', drop)
  return () => {
    window.removeEventListener('beforeinstallprompt', keep)
    window.removeEventListener('appinstalled', drop)
  }
}

/** Ends the offer on this device for good, and asks the browser to install the app if the person wants it. */
export const answerInstall = (prompt: InstallPrompt, isWanted: boolean): void => {
  device.set(answeredKey, calendarToday())
  installPrompt.set(null)
  if (isWanted) void prompt.prompt()
}
