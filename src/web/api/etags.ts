import { Recent } from '../recent.ts'
import { onForget } from './session.ts'

/**
 * API replies are `no-store`, so the browser's cache never helps. Large lists are cached here instead, only in memory, and
 * revalidated with `If-None-Match`.
 */
type Cached = { etag: string; body: unknown }

const maxEntries = 40
const minCharacters = 2_000
const cached = new Recent<string, Cached>(maxEntries)
onForget(() => cached.clear())

export const recall = (url: string): Cached | undefined => cached.get(url)

export const remember = (url: string, etag: string | null, text: string, body: unknown): void => {
  if (etag && text.length >= minCharacters) cached.set(url, { etag, body })
  else cached.delete(url)
}
