/*
 * Push notifications. Only the server of this app can send them: the browser decrypts them with its own key, which it gave to the
 * server. Still, `pathOf` opens nothing but pages of this origin, whatever a message says.
 */
import type { PushMessage } from '#contract/pushMessage.ts'
import { notificationText } from './notificationText.ts'
import { reportReplacement, type SubscriptionChange } from './replacement.ts'

declare const self: ServiceWorkerGlobalScope

type Badge = { setAppBadge?: (count: number) => Promise<void> }
/** What is stored with a notification that is shown. */
type Shown = { path: string; count: number }

const shownIn = ({ data }: Notification): Shown => data as Shown

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

const pathOf = (given: unknown): string => {
  const { origin } = self.location
  try {
    const url = new URL(String(given), origin)
    return url.origin === origin ? url.pathname + url.search : '/'
  } catch {
    return '/'
  }
}

/** A browser may send an empty push, and a damaged one; it has to be shown all the same. */
const read = (data: PushMessageData | null): PushMessage => {
  try {
    const message = data?.json() as PushMessage | undefined
    if (message && typeof message.tag === 'string') return message
  } catch {
    // Shown as one of an unknown kind.
  }
  return { kind: 'unknown', tag: 'unknown', path: '/' } as unknown as PushMessage
}

/** The number on the icon: everything that is shown. It belongs to the browser, which may have none. */
const countOnIcon = async (): Promise<void> => {
  const shown = await self.registration.getNotifications()
  const count = shown.reduce((sum, each) => sum + shownIn(each).count, 0)
  await (self.navigator as Badge).setAppBadge?.(count).catch(() => undefined)
}

/** The person looks at the app, which shows new messages itself. */
const isLookedAt = async (): Promise<boolean> => (await windows()).some((each) => each.focused && each.visibilityState === 'visible')

/**
 * Shows a notification in place of the earlier one with its tag. A message is closed at once for a person who looks at the app: Safari
 * ends subscriptions that show nothing.
 */
const show = async (message: PushMessage): Promise<void> => {
  const { tag } = message
  const [earlier] = await self.registration.getNotifications({ tag })
  const count = (earlier ? shownIn(earlier).count : 0) + 1
  const { title, body } = notificationText(message, count)
  const isSeen = message.kind === 'messages' && (await isLookedAt())
  const data: Shown = { path: pathOf(message.path), count }
  const options = { body, tag, data, icon: '/icon-192.png', silent: isSeen, renotify: !isSeen }
  await self.registration.showNotification(title, options as NotificationOptions)
  if (isSeen) for (const shown of await self.registration.getNotifications({ tag })) shown.close()
  await countOnIcon()
}

/** Opens the page of a notification, in an open window if there is one: the page asks before it leaves input that is not saved. */
const open = async (path: string): Promise<void> => {
  const all = await windows()
  const [client] = [...all.filter(({ focused }) => focused), ...all]
  if (!client) return void (await self.clients.openWindow(path))
  // Refused unless the person has pressed the notification.
  await client.focus().catch(() => undefined)
  client.postMessage({ kind: 'open', path })
}

let lastJob: Promise<void> = Promise.resolve()

/** Chromium loses a notification that is being shown while another part of the worker lists them, so jobs follow one another. */
const afterOthers = (job: () => Promise<void>): Promise<void> => {
  lastJob = lastJob.then(job).catch(() => undefined)
  return lastJob
}

self.addEventListener('push', (event) => event.waitUntil(afterOthers(() => show(read(event.data)))))

self.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  event.waitUntil(Promise.all([open(pathOf(shownIn(notification).path)), afterOthers(countOnIcon)]))
})

self.addEventListener('notificationclose', (event) => event.waitUntil(afterOthers(countOnIcon)))

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(reportReplacement(event as SubscriptionChange)))
