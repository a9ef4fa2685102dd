import { getSession, onForget } from '#web/api/session.ts'
import { makeStore, useStore } from '#web/api/store.ts'
import type { ReadableNotice } from '../notices.shapes.contract.ts'

/*
 * Banners dismissed in this session: ids with the version that was shown. They are stored where the session is, so that neither a reload
 * nor another tab shows them again, and deleted with it, so that the next session does.
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

/** Loaded dismissals of this tab, with the storage key of their person. */
const known = makeStore<{ key: string; dismissed: Dismissed } | undefined>(undefined)
const read = (): Dismissed => {
  const now = known.get()
  return now?.key === keyOf() ? now.dismissed : stored()
}
onForget(() => {
  known.set(undefined)
  try {
    window.localStorage.removeItem(keyOf())
  } catch {
    // Storage can be disabled; then nothing is stored.
  }
})
window.addEventListener('storage', ({ key }) => {
  if (key !== keyOf()) return
  known.set({ key, dismissed: stored() })
})

export const dismiss = ({ _id, updatedAt }: ReadableNotice): void => {
  const next = { key: keyOf(), dismissed: { ...read(), [_id]: updatedAt } }
  try {
    window.localStorage.setItem(next.key, JSON.stringify(next.dismissed))
  } catch {
    // Storage can be disabled; the tab then remembers until it is reloaded.
  }
  known.set(next)
}

/**
 * Returns a function that tells whether a banner is hidden: until the session ends, or until the notice is shown again to people who have
 * read it.
 */
export const useDismissed = (): ((notice: ReadableNotice) => boolean) => {
  useStore(known)
  const dismissed = read()
  return ({ _id, updatedAt, isRead }) => dismissed[_id] !== undefined && (isRead || dismissed[_id] === updatedAt)
}
