import type { Store } from '#web/api/store.ts'
import type { SessionEncryption } from '../messageEncryption.ts'

const ask = (event: BeforeUnloadEvent): void => event.preventDefault()

/**
 * Makes the browser ask before the page of the recovery device is closed while messages wait to be sent: it keeps them in memory
 * only. The listener exists only while it is needed, because it keeps a page out of the back/forward cache.
 */
export const warnBeforeClosing = (device: SessionEncryption['device'], unsent: Store<number>): (() => void) => {
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
