import { type Actor, roles } from '#contract/actor.ts'
import { forgetLastPage } from './lastPage.ts'
import { deleteStoredReplies } from './replyDatabase.ts'
import { device, tab } from './storages.ts'
import { makeStore, useStore } from './store.ts'
import { deleteUnsent } from './unsent.ts'

/** The signed-in person, as stored on the device. */
export type SessionUser = Actor & { readonly email: string | null }
export type Session = {
  readonly token: string
  readonly user: SessionUser
  /** The server has ended it. The screens stay, hidden and without a token, until the same person signs in again. */
  readonly isEnded?: true
}

const tokenKey = 'token'
const userKey = 'user'
const messageKey = 'expiredMessage'
const endedKey = 'sessionEnded'

const readUser = (text: string | null): SessionUser | null => {
  if (text === null) return null
  try {
    const { _id, name, email, role } = JSON.parse(text) as Record<string, unknown>
    const known = roles.find((each) => each === role)
    if (typeof _id !== 'string' || typeof name !== 'string' || !known) return null
    return { _id, name, email: typeof email === 'string' ? email : null, role: known }
  } catch {
    return null
  }
}

const readStored = (): Session | null => {
  const token = device.get(tokenKey)
  const user = readUser(device.get(userKey))
  return token && user ? { token, user } : null
}

/** `screensStay` if the session ends over input that is not saved, and when its person is back. */
type Wipe = (screensStay: boolean) => void

const session = makeStore<Session | null>(readStored())
const wipers = new Set<Wipe>()

const become = (next: Session | null): void => {
  const now = session.get()
  const screensStay = next?.isEnded || (now?.isEnded && now.user._id === next?.user._id)
  if (next?.token !== now?.token) for (const wipe of wipers) wipe(screensStay === true)
  session.set(next)
}

/** Registers a function that forgets everything as soon as another person, or nobody, is signed in. */
export const onForget = (wipe: Wipe): void => {
  wipers.add(wipe)
}

/** Returns the session that calls are made with. */
export const getSession = (): Session | null => {
  const now = session.get()
  return now?.isEnded ? null : now
}

/** Returns the session whose screens are there, or null, and follows it, including sign-outs in other tabs. */
export const useSession = (): Session | null => useStore(session)

let isUnsaved = () => false

/** Registers how to find out whether the page has input that would be lost with its screens. */
export const keepScreensIf = (asked: typeof isUnsaved): void => {
  isUnsaved = asked
}

/** Returns what is left of a session that the server has ended. */
const ended = (): Session | null => {
  const now = getSession()
  return now && isUnsaved() ? { token: '', user: now.user, isEnded: true } : null
}

/** Removes the hidden screens of an ended session, because nobody signs in over them. */
export const forgetEnded = (): void => {
  if (session.get()?.isEnded) become(null)
}

/** Stores the few fields of the user that the screens need. */
const enter = (token: string, { _id, name, email, role }: SessionUser): void => {
  const user = { _id, name, email, role }
  device.set(userKey, JSON.stringify(user))
  become({ token, user })
}

/** Stores the token and the user. */
export const signIn = ({ token, user }: { token: string; user: SessionUser }): void => {
  device.remove(messageKey)
  device.remove(endedKey)
  device.set(tokenKey, token)
  enter(token, user)
}

/** Updates the same user with what the server returned. */
export const updateUser = (user: SessionUser): void => {
  const current = getSession()
  if (current) enter(current.token, user)
}

const clear = (): void => {
  const id = session.get()?.user._id
  if (id !== undefined) deleteStoredReplies(id)
  device.remove(tokenKey)
  device.remove(userKey)
  forgetLastPage()
  tab.clear()
}

/**
 * Forgets the token, the user and everything loaded with them, in every tab. The access gate then leads to the login page.
 * `message` says there, in every tab, why the session is over.
 */
export const signOut = (message?: string): void => {
  // Other tabs read both as soon as they see that the token is gone.
  if (message) device.set(messageKey, JSON.stringify({ text: message, at: Date.now() }))
  device.remove(endedKey)
  clear()
  become(null)
}

/** The same for a person who signs out: their unsent messages are deleted too, since others may use this device next. */
export const leave = (): void => {
  const id = getSession()?.user._id
  signOut()
  if (id !== undefined) deleteUnsent(id)
}

/**
 * Ends the session of this token, unless another tab has ended it or has another person signed in now. Unless there is a message for
 * the login page, screens with unsaved input stay.
 */
export const endSession = (token: string | undefined, message?: string): void => {
  reread()
  if (getSession()?.token !== token) return
  if (message) {
    signOut(message)
    return
  }
  const next = ended()
  device.set(endedKey, 'true')
  clear()
  become(next)
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

/** Returns the message of an expired account: once for each tab, until someone signs in. */
export const takeExpiredMessage = (): string | null => {
  const message = readMessage()
  if (!message || Date.now() - message.at > messageMs || tab.get(messageKey) === String(message.at)) return null
  tab.set(messageKey, String(message.at))
  return message.text
}

const reread = (): void => {
  const stored = readStored()
  if (stored?.token === getSession()?.token) return
  // Another tab signed out, or someone else signed in there: the data of this tab is not theirs.
  const next = stored ?? (device.get(endedKey) ? ended() : null)
  tab.clear()
  become(next)
}

/** Follows other tabs, and checks again when the back button restores a page that was frozen during a sign-out. */
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
