import { useSyncExternalStore } from 'react'

/** A value that changes, for `useSyncExternalStore`: `get` returns the same object until something has changed. */
export type Store<T> = { get: () => T; subscribe: (changed: () => void) => () => void }

export type Settable<T> = Store<T> & { set: (next: T) => void }

/** If the value has a source outside the page, `follow` listens to it while the store has subscribers, until its result is called. */
export const makeStore = <T>(first: T, follow?: () => () => void): Settable<T> => {
  let value = first
  let unfollow: (() => void) | undefined
  const watchers = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const watch of [...watchers]) watch()
    },
    subscribe: (changed) => {
      // Each subscription is separate, even if two pass the same function.
      const watch = () => changed()
      if (watchers.size === 0) unfollow = follow?.()
      watchers.add(watch)
      return () => {
        if (watchers.delete(watch) && watchers.size === 0) unfollow?.()
      }
    },
  }
}

/** Returns the current value of a store, and follows it. */
export const useStore = <T>({ subscribe, get }: Store<T>): T => useSyncExternalStore(subscribe, get, get)
