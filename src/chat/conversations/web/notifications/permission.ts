import { makeStore } from '#web/api/store.ts'
import type { chatEn } from '../../chat.en.ts'

const key = 'chatNotifications'

const read = (): string | null => {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Whose notifications this browser shows: on a shared PC the next person decides again. */
const wanted = makeStore<string | null>(read())

export const wantedNotifications = wanted

export const want = (userId: string | null): void => {
  try {
    if (userId === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, userId)
  } catch {
    // Storage can be switched off; it holds as long as the page then.
  }
  wanted.set(userId)
}

type Hindrance = Extract<keyof typeof chatEn.notifications, 'insecure' | 'missing' | 'denied'>

/** Why this browser shows none, as far as that is known before it is asked. */
export const hindrance = (): Hindrance | undefined => {
  if (!window.isSecureContext) return 'insecure'
  if (!('Notification' in window)) return 'missing'
  return Notification.permission === 'denied' ? 'denied' : undefined
}

/** Phones have the word for it and refuse to do it outside of an installed app. */
export const show = (title: string, options: NotificationOptions): Notification | undefined => {
  try {
    return new Notification(title, options)
  } catch {
    return undefined
  }
}
