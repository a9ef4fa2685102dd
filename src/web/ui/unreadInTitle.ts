import { useEffect } from 'react'
import { onForget } from '../api/session.ts'
import { makeStore } from '../api/store.ts'

/** What is unread, by kind, shown in the title of the browser's tab. */
export const unread = makeStore<Readonly<Record<string, number>>>({})

onForget(() => unread.set({}))

export const useUnreadInTitle = (kind: 'chat' | 'notices', count: number): void => {
  useEffect(() => unread.set({ ...unread.get(), [kind]: count }), [kind, count])
}
