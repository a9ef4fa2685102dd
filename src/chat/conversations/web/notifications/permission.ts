import { makeStore } from '#web/api/store.ts'
import type { chatEn } from '../../conversations.en.ts'

const key = 'chatNotifications'

const read = (): string | null => {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The person whose notifications this browser shows: on a shared PC, the next person decides again. */
const wanted = makeStore<string | null>(read())

export const wantedNotifications = wanted

export const want = (userId: string | null): void => {
  try {
    if (userId === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, userId)
  } catch {
    // Storage can be disabled; the choice then lasts as long as the page.
  }
  wanted.set(userId)
}

type Hindrance = Extract<keyof typeof chatEn.notifications, 'insecure' | 'missing' | 'denied'>

/** Returns why this browser cannot show notifications, as far as that is known before asking. */
export const hindrance = (): Hindrance | undefined => {
  if (!window.isSecureContext) return 'insecure'
  if (!('Notification' in window)) return 'missing'
  return Notification.permission === 'denied' ? 'denied' : undefined
}

/** Phones define the API but throw outside of an installed app. */
export const show = (title: string, options: NotificationOptions): Notification | undefined => {
  try {
    return new Notification(title, options)
  } catch {
    return undefined
  }
}
