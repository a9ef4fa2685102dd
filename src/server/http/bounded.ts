type Entry = {
  /** Bytes that it takes. */
  size: number
  /** Asked for again since it was last looked at. */
  used: boolean
}

export type Bounded<T> = {
  get: (key: string) => T | undefined
  set: (key: string, entry: T) => void
  /** Counts bytes that were added to an entry, if it is still here. */
  grow: (key: string, entry: T, by: number) => void
}

/** Entries up to so many bytes together. What was not asked for since the last look goes first, the oldest before. */
export const bounded = <T extends Entry>(maxBytes: number): Bounded<T> => {
  const entries = new Map<string, T>()
  let bytes = 0

  const drop = (key: string): void => {
    bytes -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }
  const makeRoom = (): void => {
    for (const [key, entry] of entries) {
      if (bytes <= maxBytes) return
      if (!entry.used) drop(key)
      else {
        // Another round: it becomes the newest. Writing this down when it is asked for would cost every answer a twentieth.
        entry.used = false
        entries.delete(key)
        entries.set(key, entry)
      }
    }
  }
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry) entry.used = true
      return entry
    },
    set: (key, entry) => {
      drop(key)
      entries.set(key, entry)
      bytes += entry.size
      makeRoom()
    },
    grow: (key, entry, by) => {
      if (entries.get(key) !== entry) return
      entry.size += by
      bytes += by
      makeRoom()
    },
  }
}
