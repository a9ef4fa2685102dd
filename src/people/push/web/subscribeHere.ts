/** The browser's own answer to turning on notifications may never come: after this time the person is told so (ms). */
export const SUBSCRIBE_TIMEOUT_MS = 10_000

/** Why this browser cannot show notifications, or `ready`. */
export type Device = 'insecure' | 'unsupported' | 'blocked' | 'ready'

export const deviceNow = (): Device => {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

const within = <T>(ms: number, work: Promise<T>): Promise<T | 'timed-out'> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('timed-out'), ms)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Returns this browser's subscription, or null if it has none. */
export const subscriptionHere = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

const base64url = (bytes: ArrayBuffer | null): string | undefined =>
  bytes === null
    ? undefined
    : btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')

/** A subscription with a key of another installation cannot be used. */
const subscribed = async ({ pushManager }: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> => {
  const earlier = await pushManager.getSubscription()
  if (earlier && base64url(earlier.options.applicationServerKey) === publicKey) return earlier
  await earlier?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

type Refused = 'blocked' | 'dismissed' | 'no-worker' | 'timed-out' | 'failed'

/** Asks the person and the browser for notifications. Returns the subscription, or why there is none. */
export const subscribeHere = async (publicKey: string): Promise<PushSubscription | Refused> => {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'dismissed'
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration?.active) return 'no-worker'
  try {
    return await within(SUBSCRIBE_TIMEOUT_MS, subscribed(registration, publicKey))
  } catch {
    return 'failed'
  }
}

/** Returns a subscription as the server stores it. */
export const sentSubscription = (subscription: PushSubscription) => {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}
