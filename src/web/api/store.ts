/** A value that changes, as `useSyncExternalStore` reads it: `get` returns the same object until something has changed. */
export type Store<T> = { get: () => T; subscribe: (changed: () => void) => () => void }

export type Settable<T> = Store<T> & { set: (next: T) => void }

export const makeStore = <T>(first: T): Settable<T> => {
  let value = first
  const watchers = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const watch of [...watchers]) watch()
    },
    subscribe: (changed) => {
      // Each subscription is its own, even where two pass the same function.
      const watch = () => changed()
      watchers.add(watch)
      return () => void watchers.delete(watch)
    },
  }
}
