import type { DeviceState } from '#chat/encryption/web/encryption.ts'
import type { Store } from '#web/api/store.ts'

const ask = (event: BeforeUnloadEvent): void => event.preventDefault()

/**
 * Lets the browser ask before the page of the recovery device is closed while messages wait to be sent: it keeps them in memory
 * alone. The listener is there only as long as it is needed, because it keeps a page out of the back/forward cache.
 */
export const warnBeforeClosing = (device: Store<DeviceState>, unsent: Store<number>): (() => void) => {
  const set = (): void => {
    if (device.get() === 'recovery' && unsent.get() > 0) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  }
  set()
  const stops = [device.subscribe(set), unsent.subscribe(set), () => window.removeEventListener('beforeunload', ask)]
  return () => {
    for (const stop of stops) stop()
  }
}
