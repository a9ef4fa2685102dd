import {
  type InfiniteData,
  keepPreviousData,
  QueryClient,
  type UseMutationOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { type Endpoint, fillPath, type Reply } from '#contract/endpoint.ts'
import type { Topic } from '#contract/topics.ts'
import { toast } from '../ui/toast.ts'
import { errorText } from '../words.ts'
import { type AnyCallInput, type CallArgs, type CallInput, type CallOptions, call } from './call.ts'
import { CallError } from './callError.ts'
import { begin, type Change, end, isAnyInFlight, isPages, type Optimistic, useOptimistic, withChanges } from './optimistic.ts'
import { onForget } from './session.ts'
import { withOfflineReply } from './withOfflineReply.ts'

const maxRetries = 2

/** Retries only failures that may be temporary: no reply, or a fault of the server. */
const worthRetrying = (failures: number, error: Error): boolean =>
  failures < maxRetries && error instanceof CallError && (error.code === 'network' || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    // A hall's own network may have no internet access: the browser's offline state means nothing.
    queries: { retry: worthRetrying, networkMode: 'always', staleTime: 10_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
})
onForget((screensStay) => screensStay || queryClient.clear())

declare module '@tanstack/react-query' {
  interface Register {
    /** The topics that a query shows: it is stale once one of them changes. */
    queryMeta: { shows: readonly Topic[]; isOffline?: boolean }
  }
}

const metaOf = ({ shows = [], offline }: Endpoint) => ({ shows, isOffline: offline === true })

const keyOf = (endpoint: Endpoint, sending: object | undefined) => [endpoint.path, sending ?? {}] as const

type CallingOptions<E extends Endpoint> = Partial<
  Pick<
    UseQueryOptions<Reply<E>, Error>,
    'enabled' | 'staleTime' | 'refetchInterval' | 'placeholderData' | 'refetchOnWindowFocus' | 'initialData' | 'initialDataUpdatedAt'
  >
> & {
  /** Shows the previous reply until the new one arrives, for searches and filters. */
  keepPrevious?: boolean
}

type CallingArgs<E extends Endpoint> =
  object extends CallInput<E> ? [sending?: CallInput<E>, options?: CallingOptions<E>] : [sending: CallInput<E>, options?: CallingOptions<E>]

/** Returns the reply of a GET, cached and refreshed. */
export const useCall = <E extends Endpoint>(endpoint: E, ...args: CallingArgs<E>) => {
  const [sending, { keepPrevious, ...options } = {}] = args as [CallInput<E>?, CallingOptions<E>?]
  return useQuery<Reply<E>, Error>({
    queryKey: keyOf(endpoint, sending),
    meta: metaOf(endpoint),
    queryFn: ({ client, queryKey, signal }) => {
      noteAsked(queryKey)
      const load = () => call(endpoint, sending, { signal, onStaleIn: (ms) => askAgainIn(queryKey, ms) })
      return withOfflineReply(endpoint, { client, queryKey }, load)
    },
    select: useOptimistic(endpoint.path, sending ?? {}),
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
    ...options,
  })
}

/** Refetches the replies that can be shown offline. */
export const refetchOfflineReplies = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isOffline === true })

const SPREAD_MS = 1_000
const DAY_MS = 86_400_000
const staleTimers = new WeakMap<object, ReturnType<typeof setTimeout>>()

/** Refetches once the clock has made a reply stale: up to a second late, at random, so that all screens do not call at once. */
const askAgainIn = (queryKey: readonly unknown[], ms: number): void => {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  if (!query) return
  clearTimeout(staleTimers.get(query))
  const ask = (): void => {
    // After an end of session, another query may have its key.
    if (queryClient.getQueryCache().get(query.queryHash) === query) void queryClient.invalidateQueries({ queryKey, exact: true })
  }
  staleTimers.set(query, setTimeout(ask, Math.min(ms, DAY_MS) + Math.random() * SPREAD_MS))
}

type Paged = { items: unknown[]; nextCursor: string | null; total?: number }
type PagesOptions = { enabled?: boolean; keepPrevious?: boolean; staleTime?: number }

const maxRows = 500

type NextPage = { cursor: string; rows: number }

/**
 * Returns a paged list: `items` are all that were loaded, `fetchNextPage` loads more while `hasNextPage`. Each page is as long as
 * all before it, up to 500 rows, so that a few calls refetch a long list. A call without a limit has pages of one length.
 */
export const usePages = <E extends Endpoint & { reply: object }>(
  endpoint: Reply<E> extends Paged ? E : never,
  sending?: CallInput<E>,
  { keepPrevious, ...options }: PagesOptions = {},
) => {
  const pages = useInfiniteQuery({
    queryKey: [endpoint.path, sending ?? {}, 'pages'],
    meta: metaOf(endpoint),
    queryFn: ({ client, pageParam, queryKey, signal }) => {
      if (pageParam === null) noteAsked(queryKey)
      const load = () => call(endpoint as E, withPage(sending, pageParam), { signal })
      return pageParam === null ? withOfflineReply(endpoint, { client, queryKey }, load) : load()
    },
    select: useOptimistic(endpoint.path, sending ?? {}),
    initialPageParam: null as NextPage | null,
    getNextPageParam: (last: Reply<E>, all: Reply<E>[]): NextPage | null => {
      const { nextCursor: cursor } = last as Paged
      const loaded = (all as Paged[]).reduce((sum, { items }) => sum + items.length, 0)
      return cursor === null ? null : { cursor, rows: Math.min(maxRows, loaded) }
    },
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...options,
  })
  type Item = Reply<E> extends { items: (infer I)[] } ? I : never
  const all = pages.data?.pages as Paged[] | undefined
  const items = (all?.flatMap((page) => page.items) ?? []) as Item[]
  return { ...pages, items, total: all?.[0]?.total }
}

const withPage = <E extends Endpoint>(sending: CallInput<E> | undefined, page: NextPage | null): CallInput<E> => {
  if (page === null) return (sending ?? {}) as CallInput<E>
  const { query = {}, ...rest } = (sending ?? {}) as { query?: { limit?: string } }
  const { cursor, rows } = page
  const limit = query.limit === undefined ? undefined : String(Math.max(Number(query.limit), rows))
  return { ...rest, query: { ...query, cursor, ...(limit && { limit }) } } as unknown as CallInput<E>
}

/** Fetches what the next page will call. */
export const prefetch = <E extends Endpoint>(endpoint: E, ...args: CallArgs<E>): Promise<void> => {
  const [sending] = args as [CallInput<E>?]
  return queryClient.prefetchQuery({
    queryKey: keyOf(endpoint, sending),
    meta: metaOf(endpoint),
    queryFn: ({ client, queryKey, signal }) => {
      const load = () => call(endpoint, sending, { signal, onStaleIn: (ms) => askAgainIn(queryKey, ms) })
      return withOfflineReply(endpoint, { client, queryKey }, load)
    },
  })
}

/** Loads a contract and prefetches by it. Contracts validate input and replies, with code that the first page does not need. */
export const ahead =
  <M>(load: () => Promise<M>, ask: (contract: M) => Promise<void>) =>
  (): Promise<void> =>
    load().then(ask, () => undefined)

/** Adopts a reply that was sent with the page at `sentAt` (ms). An incomplete one is shown, but refetched at once. */
export const bringAlong = <E extends Endpoint>(endpoint: E, reply: Reply<E>, sentAt: number, isWhole: boolean): void => {
  queryClient.setQueryData(keyOf(endpoint, {}), reply as never, { updatedAt: isWhole ? sentAt : 0 })
}

/** Topics to refresh once no action is pending. */
const due = new Set<Topic>()

/** When each query was last fetched (ms): a reply requested before a change may be outdated, however late it arrives. */
const askedAt = new WeakMap<object, number>()
const noteAsked = (queryKey: readonly unknown[]): void => {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  if (query) askedAt.set(query, Date.now())
}

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

/** Returns the cached replies of an endpoint, page by page. */
export const cachedReplies = <E extends Endpoint>(endpoint: E): Reply<E>[] =>
  queryClient
    .getQueriesData<InfiniteData<Reply<E>> | Reply<E>>({ predicate: ({ queryKey }) => queryKey[0] === endpoint.path })
    .flatMap(([, data]) => (data === undefined ? [] : isPages(data) ? data.pages : [data]))

/** Makes the changes of a successful action part of the cached replies, until the next fetch. */
const commit = (optimistic: Optimistic): void => {
  for (const { path } of optimistic)
    for (const [key, data] of queryClient.getQueriesData({ predicate: ({ queryKey }) => queryKey[0] === path }))
      if (data !== undefined) queryClient.setQueryData(key, withChanges(optimistic, path, key[1], data))
}

/**
 * Replies that arrive while another action is pending may contain its change already and would show it twice, so the last action
 * refetches everything.
 */
const refreshAfterLast = async (changed: readonly Topic[] = []): Promise<void> => {
  for (const topic of changed) due.add(topic)
  if (isAnyInFlight()) return
  const asked = [...due]
  due.clear()
  await refresh(asked)
}

type ActionOptions<E extends Endpoint> = {
  /** Shows the outcome at the press; reverted on failure. */
  optimistic?: (change: Change, sending: CallInput<E>) => void
  /** The sentence if the server gives none. With it, a failure is shown as a toast; without it nothing is shown. */
  failure?: string
  /** How long that toast stays (ms); by default until it is closed or the same action succeeds. */
  failureForMs?: number
  /** Calls of this endpoint run one after the other, so that the last press wins. */
  inTurn?: boolean
  onSuccess?: (reply: Reply<E>, sending: CallInput<E>) => void
  onError?: (error: Error, sending: CallInput<E>) => void
}

/** The key of a failure that may succeed later: the call, on the same record, as the same button makes it. */
const nameOf = ({ method, path }: Endpoint, sent: object, failure: string): string =>
  `${method} ${fillPath(path, (sent as AnyCallInput).params)} ${failure}`

/** The argument of `mutate`: the parts of the call, and for uploads `onProgress` and `signal` too. */
export type ActionInput<E extends Endpoint> = CallInput<E> & CallOptions

/**
 * A call that changes something. Queries of the topics that it changes are refetched afterwards, also after a failure, since its
 * effect is unknown then.
 */
export const useAction = <E extends Endpoint>(endpoint: E, asked: ActionOptions<E> = {}) => {
  const { optimistic, failure, failureForMs, inTurn, onSuccess, onError } = asked
  // biome-ignore lint/suspicious/noConfusingVoidType: `mutate()` without an argument is what the library makes of void.
  type Sent = object extends CallInput<E> ? ActionInput<E> | void : ActionInput<E>
  const options: UseMutationOptions<Reply<E>, Error, Sent, Optimistic | undefined> = {
    ...(inTurn && { scope: { id: endpoint.path } }),
    mutationFn: (sent) => {
      const { onProgress, signal, ...sending } = (sent ?? {}) as CallOptions
      return call(endpoint, sending as CallInput<E>, { onProgress, signal })
    },
    onMutate: (sent) => optimistic && begin((change) => optimistic(change, (sent ?? {}) as CallInput<E>)),
    onSuccess: (reply, sent, shown) => {
      if (shown && end(shown)) commit(shown)
      if (failure !== undefined) toast.settled(nameOf(endpoint, sent ?? {}, failure))
      onSuccess?.(reply, (sent ?? {}) as CallInput<E>)
      // Not awaited: on a slow connection a form would say "Saving…" until every list is refetched.
      void refreshAfterLast(endpoint.changes)
    },
    onError: (error, sent, shown) => {
      if (shown) end(shown)
      if (failure !== undefined) toast.error(errorText(error, failure), { forMs: failureForMs, of: nameOf(endpoint, sent ?? {}, failure) })
      onError?.(error, (sent ?? {}) as CallInput<E>)
      // On a lost network this takes long, and the failure must be shown at once.
      void refreshAfterLast(endpoint.changes)
    },
  }
  return useMutation(options)
}
