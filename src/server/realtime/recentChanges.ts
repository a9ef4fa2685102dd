import type { Change } from './live.ts'

/** Maximum age (ms) and number of remembered changes. On a slow connection a page loads for many seconds before its socket opens. */
const KEPT_MS = 120_000
const MOST_KEPT = 1_000
/** A page reports its age before the handshake, which takes a while on a slow connection. */
const MARGIN_MS = 5_000

/**
 * Changes that this process has announced recently. A page loads its data first and opens its socket later; what changed in between
 * is announced to the socket when it opens.
 */
export const recentChanges = () => {
  const kept: { at: number; changes: readonly Change[] }[] = []
  const forgetOld = (): void => {
    while (kept[0] && (kept.length > MOST_KEPT || kept[0].at < performance.now() - KEPT_MS)) kept.shift()
  }
  return {
    note: (changes: readonly Change[]): void => {
      kept.push({ at: performance.now(), changes })
      forgetOld()
    },
    /** Returns what was announced since a page of this age (ms) was opened; nothing for an age of 0. */
    within: (age: number): readonly Change[] => {
      forgetOld()
      const since = performance.now() - age - MARGIN_MS
      return age > 0 ? kept.filter(({ at }) => at >= since).flatMap(({ changes }) => changes) : []
    },
  }
}
export type RecentChanges = ReturnType<typeof recentChanges>
