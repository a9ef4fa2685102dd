import { useEffect, useState } from 'react'
import { onForget } from '#web/api/session.ts'
import { attachmentId, type ShownFile } from './attachmentFile.ts'

/** A sent picture is the same before and after the server has it. */
const keyOf = (file: ShownFile): string => file.sent?.clientId ?? attachmentId(file)

type Making<T> = {
  make: (file: ShownFile, signal: AbortSignal) => Promise<T>
  /** Releases the value's resources. */
  dispose?: (value: T) => void
  /** Number of unused values that stay cached, most recent first, for scrolling back. */
  most: number
}

type Entry<T> = { users: number; promise: Promise<T>; value: T | undefined; aborter: AbortController }

/** A cache of fetched file data. Entries in use stay, and some of the others. Cleared at the end of the session. */
export type Kept<T> = {
  /** Returns the cached value, if any. */
  peek: (file: ShownFile) => T | undefined
  take: (file: ShownFile) => { promise: Promise<T>; release: () => void }
}

export const keepFetched = <T>({ make, dispose = () => {}, most }: Making<T>): Kept<T> => {
  const entries = new Map<string, Entry<T>>()
  const drop = (id: string, entry: Entry<T>) => {
    if (entries.get(id) === entry) entries.delete(id)
    entry.aborter.abort()
    entry.promise.then(dispose, () => {})
  }
  const trim = () => {
    const idle = [...entries].filter(([, { users }]) => users === 0)
    for (const [id, entry] of idle.slice(0, Math.max(0, idle.length - most))) drop(id, entry)
  }
  const start = (id: string, file: ShownFile): Entry<T> => {
    const aborter = new AbortController()
    const entry: Entry<T> = { users: 0, promise: make(file, aborter.signal), value: undefined, aborter }
    entry.promise.then(
      (value) => {
        entry.value = value
      },
      () => entries.get(id) === entry && entries.delete(id),
    )
    return entry
  }
  onForget(() => {
    for (const [id, entry] of entries) drop(id, entry)
  })
  return {
    peek: (file) => entries.get(keyOf(file))?.value,
    take: (file) => {
      const id = keyOf(file)
      const entry = entries.get(id) ?? start(id, file)
      // Map entries are ordered from the oldest to the most recent.
      entries.delete(id)
      entries.set(id, entry)
      entry.users += 1
      const release = () => {
        entry.users -= 1
        if (entry.users > 0) return
        if (entry.value === undefined) drop(id, entry)
        else trim()
      }
      return { promise: entry.promise, release }
    },
  }
}

export type Fetched<T> = { state: 'loading' } | { state: 'failed'; error: unknown } | { state: 'there'; value: T }

/** Loads one value while its component is mounted, once `isWanted` is true. Failed loads are retried when the network returns. */
export const useKept = <T>(kept: Kept<T>, file: ShownFile, isWanted: boolean): { fetched: Fetched<T>; retry: () => void } => {
  const id = keyOf(file)
  const known = (): Fetched<T> => {
    const value = kept.peek(file)
    return value === undefined ? { state: 'loading' } : { state: 'there', value }
  }
  const [fetched, setFetched] = useState(known)
  const [attempt, setAttempt] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known is asked for once an attempt begins; each attempt asks again; a file is known by its id
  useEffect(() => {
    if (!isWanted) return
    let isLeft = false
    setFetched(known())
    const { promise, release } = kept.take(file)
    promise.then(
      (value) => isLeft || setFetched({ state: 'there', value }),
      (error: unknown) => isLeft || setFetched({ state: 'failed', error }),
    )
    return () => {
      isLeft = true
      release()
    }
  }, [kept, id, isWanted, attempt])
  const failed = fetched.state === 'failed'
  useEffect(() => {
    if (!failed) return
    const again = () => setAttempt((number) => number + 1)
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [failed])
  return { fetched, retry: () => setAttempt((number) => number + 1) }
}
