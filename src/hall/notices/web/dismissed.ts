import { useSyncExternalStore } from 'react'
import { getSession, onForget } from '#web/api/session.ts'
import type { ReadableNotice } from '../notices.shapes.contract.ts'

/*
 * Which banners someone has dismissed in this session: by id, with the version that was on the screen. It is kept where the
 * session itself is, so that neither a reload nor another tab brings them back, and wiped with it, so that the next one does.
 */
type Dismissed = Readonly<Record<string, string>>

const keyOf = (): string => `dismissed notices of ${getSession()?.user._id ?? ''}`

const stored = (): Dismissed => {
  try {
    const parsed: unknown = JSON.parse(window.localStorage.getItem(keyOf()) ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? (parsed as Dismissed) : {}
  } catch {
    return {}
  }
}

let current: Dismissed | undefined
const watchers = new Set<() => void>()
const tellAll = (): void => {
  for (const tell of watchers) tell()
}
onForget(() => {
  current = undefined
  try {
    window.localStorage.removeItem(keyOf())
  } catch {
    // Storage can be switched off; then nothing is kept.
  }
})
window.addEventListener('storage', ({ key }) => {
  if (key !== keyOf()) return
  current = undefined
  tellAll()
})

const read = (): Dismissed => {
  current ??= stored()
  return current
}

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const dismiss = ({ _id, updatedAt }: ReadableNotice): void => {
  current = { ...read(), [_id]: updatedAt }
  try {
    window.localStorage.setItem(keyOf(), JSON.stringify(current))
  } catch {
    // Storage can be switched off; the tab remembers for as long as it is not loaded again.
  }
  tellAll()
}

/** Tells whether a banner stays hidden: until the session ends, or until it is shown again to those who have read it. */
export const useDismissed = (): ((notice: ReadableNotice) => boolean) => {
  const dismissed = useSyncExternalStore(watch, read)
  return ({ _id, updatedAt, isRead }) => dismissed[_id] !== undefined && (isRead || dismissed[_id] === updatedAt)
}
