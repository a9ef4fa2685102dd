import { makeStore } from '../api/store.ts'
import { loadedFiles } from './shownFiles.ts'

/** The new version of the program that waits to be used, if there is one. */
export const waitingVersion = makeStore<ServiceWorker | null>(null)

const follow = (registration: ServiceWorkerRegistration): void => {
  const look = () => {
    // Without a controller, this is the first version.
    if (navigator.serviceWorker.controller) waitingVersion.set(registration.waiting)
  }
  const watch = (worker: ServiceWorker | null) => worker?.addEventListener('statechange', look)
  look()
  watch(registration.waiting)
  watch(registration.installing)
  registration.addEventListener('updatefound', () => watch(registration.installing))
}

/** Registers the worker that opens the app without a network. Browsers have none on plain http, except on the server itself. */
export const registerWorker = async (): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  follow(registration)
  if (navigator.serviceWorker.controller) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ kind: 'store', files: loadedFiles() })
}

/** After this time the page is reloaded even if the former version is still busy (ms). */
const SWITCH_TIMEOUT_MS = 5_000

/** Uses the new version and reloads the page with it. */
export const switchTo = (worker: ServiceWorker): void => {
  const { serviceWorker } = navigator
  const reload = () => window.location.reload()
  serviceWorker.addEventListener('controllerchange', reload, { once: true })
  serviceWorker.controller?.postMessage({ kind: 'leave' })
  worker.postMessage({ kind: 'activate' })
  window.setTimeout(reload, SWITCH_TIMEOUT_MS)
}
