import type { Topic } from '#contract/topics.ts'
import { isAnyInFlight } from './optimistic.ts'
import { queryClient } from './queryCache.ts'

/* When cached replies are refetched: after a change on the server, after an own action, and when the clock has made them stale. */

/** When each query was last fetched (ms): a reply requested before a change may be outdated, however late it arrives. */
const askedAt = new WeakMap<object, number>()
export const noteAsked = (queryKey: readonly unknown[]): void => {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  if (query) askedAt.set(query, Date.now())
}

/** Topics to refresh once no action is pending. */
const due = new Set<Topic>()

const showing = (changed: readonly Topic[]) =>
  queryClient.getQueryCache().findAll({ predicate: ({ meta }) => meta?.shows.some((topic) => changed.includes(topic)) ?? false })

/** Invalidates the queries that show these topics, and refetches those on screen. */
export const refresh = (changed: readonly Topic[]): Promise<void> => {
  const queries = new Set(showing(changed))
  return queryClient.invalidateQueries({ predicate: (query) => queries.has(query) })
}

/**
 * The same after a change at the instant `since` (ms), except for queries fetched after it. A running fetch is not cancelled, which
 * on a slow connection would never end, but repeated once it is done. While an own action is pending, its end refetches everything.
 * A hidden tab only marks queries as stale.
 */
export const refreshSince = (changed: readonly Topic[], since: number): void => {
  if (isAnyInFlight()) {
    for (const topic of changed) due.add(topic)
    return
  }
  for (const query of showing(changed)) {
    if ((askedAt.get(query) ?? 0) >= since) continue
    const askAgain = (): void => {
      const { queryKey } = query
      void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: document.hidden ? 'none' : 'active' })
    }
    if (query.state.fetchStatus === 'idle') askAgain()
    else void query.promise?.then(askAgain, askAgain)
  }
}

/**
 * Replies that arrive while another action is pending may contain its change already and would show it twice, so the last action
 * refetches everything.
 */
export const refreshAfterLast = async (changed: readonly Topic[] = []): Promise<void> => {
  for (const topic of changed) due.add(topic)
  if (isAnyInFlight()) return
  const asked = [...due]
  due.clear()
  await refresh(asked)
}

const SPREAD_MS = 1_000
const DAY_MS = 86_400_000
const staleTimers = new WeakMap<object, ReturnType<typeof setTimeout>>()

/** Refetches once the clock has made a reply stale: up to a second late, at random, so that all screens do not call at once. */
export const askAgainIn = (queryKey: readonly unknown[], ms: number): void => {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  if (!query) return
  clearTimeout(staleTimers.get(query))
  const ask = () => void queryClient.invalidateQueries({ queryKey, exact: true })
  staleTimers.set(query, setTimeout(ask, Math.min(ms, DAY_MS) + Math.random() * SPREAD_MS))
}

/** Refetches the replies that can be shown offline. */
export const refetchOfflineReplies = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isOffline === true })
