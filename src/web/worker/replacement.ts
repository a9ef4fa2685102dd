declare const self: ServiceWorkerGlobalScope

export type SubscriptionChange = ExtendableEvent & { oldSubscription?: PushSubscription | null; newSubscription?: PushSubscription | null }

/** The parts of a subscription as the server stores them. */
const sent = (subscription: PushSubscription) => {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}

/**
 * The browser has replaced its subscription, or ended it: subscribes again, and reports the new one. The worker has no token and proves
 * with the secret of the earlier one that it is the same browser. Where a browser does not say which one was replaced, or there is no
 * network, the next page that opens reports it (people/push/web/keepSubscribed.ts).
 */
export const reportReplacement = async ({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> => {
  const applicationServerKey = oldSubscription?.options.applicationServerKey
  if (!oldSubscription || !applicationServerKey) return
  const next = newSubscription ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  const earlier = sent(oldSubscription)
  const body = JSON.stringify({ earlier: { endpoint: earlier.endpoint, auth: earlier.keys.auth }, next: sent(next) })
  await fetch('/api/push/replacement', { method: 'POST', headers: { 'content-type': 'application/json' }, body, credentials: 'omit' })
}
