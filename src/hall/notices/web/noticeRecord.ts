import { getSession, onForget } from '#web/api/session.ts'
import { makeStore, useStore } from '#web/api/store.ts'
import type { ReadableNotice } from '../notices.shapes.contract.ts'

/** Ids of notices with the version that was shown. */
export type Versions = Readonly<Record<string, string>>

export const versionsOf = (notices: readonly ReadableNotice[]): Versions =>
  Object.fromEntries(notices.map(({ _id, updatedAt }) => [_id, updatedAt]))

/**
 * What this session remembers about notices. It is stored where the session is, so that a reload and another tab know it too, and
 * deleted with it.
 */
export const noticeRecord = (name: string) => {
  const keyOf = (): string => `${name} of ${getSession()?.user._id ?? ''}`
  const stored = (): Versions => {
    try {
      const parsed: unknown = JSON.parse(window.localStorage.getItem(keyOf()) ?? '{}')
      return typeof parsed === 'object' && parsed !== null ? (parsed as Versions) : {}
    } catch {
      return {}
    }
  }
  /** Loaded versions of this tab, with the storage key of their person. */
  const known = makeStore<{ key: string; versions: Versions } | undefined>(undefined)
  const read = (): Versions => {
    const now = known.get()
    return now?.key === keyOf() ? now.versions : stored()
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
    if (key === keyOf()) known.set({ key, versions: stored() })
  })
  const add = (notices: readonly ReadableNotice[]): void => {
    const before = read()
    const added = notices.filter(({ _id, updatedAt }) => before[_id] !== updatedAt)
    if (added.length === 0) return
    const versions = { ...before, ...versionsOf(added) }
    try {
      window.localStorage.setItem(keyOf(), JSON.stringify(versions))
    } catch {
      // Storage can be disabled; the tab then remembers until it is reloaded.
    }
    known.set({ key: keyOf(), versions })
  }
  return {
    read,
    add,
    /** Follows other tabs. */
    useVersions: (): Versions => {
      useStore(known)
      return read()
    },
  }
}
