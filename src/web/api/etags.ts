import { onForget } from './session.ts'

/**
 * API answers are `no-store`, so the browser's cache never helps. Large lists are cached here instead,
 * in memory only, and asked for again with `If-None-Match`.
 */
type Cached = { etag: string; body: unknown }

const maxEntries = 40
const minCharacters = 2_000
const cached = new Map<string, Cached>()
onForget(() => cached.clear())

export const recall = (url: string): Cached | undefined => cached.get(url)

export const remember = (url: string, etag: string | null, text: string, body: unknown): void => {
  cached.delete(url)
  if (!etag || text.length < minCharacters) return
  cached.set(url, { etag, body })
  const oldest = cached.keys().next()
  if (cached.size > maxEntries && !oldest.done) cached.delete(oldest.value)
}
