import { useSyncExternalStore } from 'react'
import { type Actor, roles } from '#contract/actor.ts'
import { deleteUnsent } from './unsent.ts'

/** Who is signed in, as far as the device keeps it. */
export type SessionUser = Actor & { readonly email: string }
export type Session = { readonly token: string; readonly user: SessionUser }

const tokenKey = 'token'
const userKey = 'user'
const messageKey = 'expiredMessage'

/** Storage can be switched off by the browser; the session then lives as long as the page. */
const storage = (pick: () => Storage) => ({
  get: (key: string): string | null => {
    try {
      return pick().getItem(key)
    } catch {
      return null
    }
  },
  set: (key: string, value: string): void => {
    try {
      pick().setItem(key, value)
    } catch {}
  },
  remove: (key: string): void => {
    try {
      pick().removeItem(key)
    } catch {}
  },
  clear: (): void => {
    try {
      pick().clear()
    } catch {}
  },
})
const device = storage(() => window.localStorage)
const tab = storage(() => window.sessionStorage)

const readUser = (text: string | null): SessionUser | null => {
  if (text === null) return null
  try {
    const { _id, name, email, role } = JSON.parse(text) as Record<string, unknown>
    const known = roles.find((each) => each === role)
    if (typeof _id !== 'string' || typeof name !== 'string' || typeof email !== 'string' || !known) return null
    return { _id, name, email, role: known }
  } catch {
    return null
  }
}

const readStored = (): Session | null => {
  const token = device.get(tokenKey)
  const user = readUser(device.get(userKey))
  return token && user ? { token, user } : null
}

let current: Session | null = readStored()
const watchers = new Set<() => void>()
const wipers = new Set<() => void>()

const become = (next: Session | null): void => {
  if (next?.token !== current?.token) for (const wipe of wipers) wipe()
  current = next
  for (const watch of watchers) watch()
}

/** Registers what must forget everything as soon as someone else, or nobody, is signed in. */
export const onForget = (wipe: () => void): void => {
  wipers.add(wipe)
}

export const getSession = (): Session | null => current

const watchSession = (watch: () => void): (() => void) => {
  watchers.add(watch)
  return () => watchers.delete(watch)
}

/** The session, or null; the component follows it, sign-outs in other tabs included. */
export const useSession = (): Session | null => useSyncExternalStore(watchSession, getSession, getSession)

/** Keeps the token and the few fields of the user that the screens need. */
export const signIn = ({ token, user }: { token: string; user: SessionUser }): void => {
  const { _id, name, email, role } = user
  const stored = { _id, name, email, role }
  device.remove(messageKey)
  device.set(tokenKey, token)
  device.set(userKey, JSON.stringify(stored))
  become({ token, user: stored })
}

/** Takes over what the server says about the same user now. */
export const updateUser = (user: SessionUser): void => {
  if (!current) return
  const { _id, name, email, role } = user
  device.set(userKey, JSON.stringify({ _id, name, email, role }))
  become({ token: current.token, user: { _id, name, email, role } })
}

/**
 * Forgets token, user and everything that was loaded with them, in every tab. The access gate then leads to the
 * login page. `message` says there, in every tab, why the session is over.
 */
export const signOut = (message?: string): void => {
  // Other tabs read the message as soon as they see that the token is gone.
  if (message) device.set(messageKey, JSON.stringify({ text: message, at: Date.now() }))
  device.remove(tokenKey)
  device.remove(userKey)
  tab.clear()
  become(null)
}

/** The same where the person signs out themselves: what they have not sent goes too, since others may use this device next. */
export const leave = (): void => {
  const id = current?.user._id
  signOut()
  if (id !== undefined) deleteUnsent(id)
}

/** Ends the session of this token, unless another tab has ended it or has someone else signed in by now. */
export const endSession = (token: string | undefined, message?: string): void => {
  reread()
  if (current?.token === token) signOut(message)
}

/** After that nobody who waits for it is left, and a person who comes to a shared PC would take it for their own. */
const messageMs = 3_600_000

const readMessage = (): { text: string; at: number } | null => {
  try {
    const { text, at } = JSON.parse(device.get(messageKey) ?? '') as Record<string, unknown>
    return typeof text === 'string' && typeof at === 'number' ? { text, at } : null
  } catch {
    return null
  }
}

/** The message of an account that has expired: once for each tab, until someone signs in. */
export const takeExpiredMessage = (): string | null => {
  const message = readMessage()
  if (!message || Date.now() - message.at > messageMs || tab.get(messageKey) === String(message.at)) return null
  tab.set(messageKey, String(message.at))
  return message.text
}

const reread = (): void => {
  const stored = readStored()
  if (stored?.token === current?.token) return
  // Another tab signed out, or someone else signed in there: what this tab remembers is not theirs.
  tab.clear()
  become(stored)
}

/** Follows other tabs, and looks again when the back button shows a page that was frozen while someone signed out. */
export const followOtherTabs = (): (() => void) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === tokenKey || event.key === userKey) reread()
  }
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) reread()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onPageShow)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onPageShow)
  }
}
