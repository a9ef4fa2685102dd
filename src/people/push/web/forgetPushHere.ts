type Badge = { clearAppBadge?: () => Promise<void> }

/** Ends the subscription of this browser at its push service, and closes what it shows of the person. */
export const forgetPushHere = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration) return
  for (const shown of await registration.getNotifications()) shown.close()
  await (navigator as Badge).clearAppBadge?.()
  await (await registration.pushManager?.getSubscription())?.unsubscribe()
}
