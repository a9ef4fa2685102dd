import { onForget } from './session.ts'

/**
 * API answers are `no-store`, so the browser's cache never helps. Large lists are kept here instead,
 * in memory only, and asked for again with `If-None-Match`.
 */
type Kept = { etag: string; body: unknown }

const maxEntries = 40
const minCharacters = 2_000
const kept = new Map<string, Kept>()
onForget(() => kept.clear())

export const recall = (url: string): Kept | undefined => kept.get(url)

export const remember = (url: string, etag: string | null, text: string, body: unknown): void => {
  kept.delete(url)
  if (!etag || text.length < minCharacters) return
  kept.set(url, { etag, body })
  const oldest = kept.keys().next()
  if (kept.size > maxEntries && !oldest.done) kept.delete(oldest.value)
}
