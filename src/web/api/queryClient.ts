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
import { type CallArgs, type CallInput, type CallOptions, call, type Parts } from './call.ts'
import { CallError } from './callError.ts'
import { begin, type Change, end, isAnyInFlight, isPages, type Optimistic, useOptimistic, withChanges } from './optimistic.ts'
import { onForget } from './session.ts'

const maxRetries = 2

/** Only what may go well the next time is tried again: no answer at all, or a fault of the server. */
const worthRetrying = (failures: number, error: Error): boolean =>
  failures < maxRetries && error instanceof CallError && (error.code === 'network' || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    // A hall's own network may have no way to the internet: the browser's idea of being offline says nothing.
    queries: { retry: worthRetrying, networkMode: 'always', staleTime: 10_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
})
onForget(() => queryClient.clear())

declare module '@tanstack/react-query' {
  interface Register {
    /** The topics that a query shows: it is stale once one of them changes. */
    queryMeta: { shows: readonly Topic[] }
  }
}

const metaOf = ({ shows = [] }: Endpoint) => ({ shows })

const keyOf = (endpoint: Endpoint, sending: object | undefined) => [endpoint.path, sending ?? {}] as const

type CallingOptions<E extends Endpoint> = Partial<
  Pick<
    UseQueryOptions<Reply<E>, Error>,
    'enabled' | 'staleTime' | 'refetchInterval' | 'placeholderData' | 'refetchOnWindowFocus' | 'initialData' | 'initialDataUpdatedAt'
  >
> & {
  /** Shows the answer to the call before until the new one is there, for searches and filters. */
  keepPrevious?: boolean
}

type CallingArgs<E extends Endpoint> =
  object extends CallInput<E> ? [sending?: CallInput<E>, options?: CallingOptions<E>] : [sending: CallInput<E>, options?: CallingOptions<E>]

/** The answer of a GET, cached and refreshed. */
export const useCall = <E extends Endpoint>(endpoint: E, ...args: CallingArgs<E>) => {
  const [sending, { keepPrevious, ...options } = {}] = args as [CallInput<E>?, CallingOptions<E>?]
  return useQuery<Reply<E>, Error>({
    queryKey: keyOf(endpoint, sending),
    meta: metaOf(endpoint),
    queryFn: ({ queryKey, signal }) => {
      noteAsked(queryKey)
      return call(endpoint, sending, { signal, onStaleIn: (ms) => askAgainIn(queryKey, ms) })
    },
    select: useOptimistic(endpoint.path, sending ?? {}),
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
    ...options,
  })
}

const SPREAD_MS = 1_000
const DAY_MS = 86_400_000
const staleTimers = new WeakMap<object, ReturnType<typeof setTimeout>>()

/** Asks again once the clock has made an answer old: up to a second late, at random, so that all screens do not ask at once. */
const askAgainIn = (queryKey: readonly unknown[], ms: number): void => {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  if (!query) return
  clearTimeout(staleTimers.get(query))
  const ask = () => void queryClient.invalidateQueries({ queryKey, exact: true })
  staleTimers.set(query, setTimeout(ask, Math.min(ms, DAY_MS) + Math.random() * SPREAD_MS))
}

type Paged = { items: unknown[]; nextCursor: string | null; total?: number }
type PagesOptions = { enabled?: boolean; keepPrevious?: boolean; staleTime?: number }

const maxRows = 500

type NextPage = { cursor: string; rows: number }

/**
 * A list in pages: `items` is all that came so far, `fetchNextPage` asks for more while `hasNextPage`. Each page is as long as
 * all before it, up to 500 rows, so that a long list is loaded again by a few calls. A call that names no limit has pages of
 * one length.
 */
export const usePages = <E extends Endpoint & { reply: object }>(
  endpoint: Reply<E> extends Paged ? E : never,
  sending?: CallInput<E>,
  { keepPrevious, ...options }: PagesOptions = {},
) => {
  const pages = useInfiniteQuery({
    queryKey: [endpoint.path, sending ?? {}, 'pages'],
    meta: metaOf(endpoint),
    queryFn: ({ pageParam, queryKey, signal }) => {
      if (pageParam === null) noteAsked(queryKey)
      return call(endpoint as E, withPage(sending, pageParam), { signal })
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

/** Loads ahead, on hover or focus, what the next page will ask for. */
export const prefetch = <E extends Endpoint>(endpoint: E, ...args: CallArgs<E>): void => {
  const [sending] = args as [CallInput<E>?]
  void queryClient.prefetchQuery({
    queryKey: keyOf(endpoint, sending),
    meta: metaOf(endpoint),
    queryFn: ({ signal }) => call(endpoint, sending, { signal }),
  })
}

/**
 * Loads a contract and asks ahead by it. Contracts validate what is sent and received, which takes code that the first page does
 * without.
 */
export const ahead =
  <M>(load: () => Promise<M>, ask: (contract: M) => void) =>
  (): void =>
    void load().then(ask, () => undefined)

/** Takes over an answer that came with the page at `sentAt` (ms). One that is not whole is shown, but asked for at once. */
export const bringAlong = <E extends Endpoint>(endpoint: E, reply: Reply<E>, sentAt: number, isWhole: boolean): void => {
  queryClient.setQueryData(keyOf(endpoint, {}), reply as never, { updatedAt: isWhole ? sentAt : 0 })
}

/** Topics to refresh once no action is in flight. */
const due = new Set<Topic>()

/** When each query was last asked (ms): what was asked before a change may be answered as it was before, however late. */
const askedAt = new WeakMap<object, number>()
const noteAsked = (queryKey: readonly unknown[]): void => {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  if (query) askedAt.set(query, Date.now())
}

const showing = (changed: readonly Topic[]) =>
  queryClient.getQueryCache().findAll({ predicate: ({ meta }) => meta?.shows.some((topic) => changed.includes(topic)) ?? false })

/** Marks as stale what shows these topics, and refetches what is on screen. */
export const refresh = (changed: readonly Topic[]): Promise<void> => {
  const queries = new Set(showing(changed))
  return queryClient.invalidateQueries({ predicate: (query) => queries.has(query) })
}

/**
 * The same after someone's change at the instant `since` (ms), whatever was asked after it left alone. What is on its way
 * is not thrown away, which on a slow line would never end, but asked for again once it is there. While an action of one's
 * own is in flight, its end asks for all of it. A tab that nobody sees is only marked as stale.
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

/** The answers that are cached for an endpoint now, page by page. */
export const cachedReplies = <E extends Endpoint>(endpoint: E): Reply<E>[] =>
  queryClient
    .getQueriesData<InfiniteData<Reply<E>> | Reply<E>>({ predicate: ({ queryKey }) => queryKey[0] === endpoint.path })
    .flatMap(([, data]) => (data === undefined ? [] : isPages(data) ? data.pages : [data]))

/** What succeeded becomes part of the cached answers, until the server is asked again. */
const commit = (optimistic: Optimistic): void => {
  for (const { path } of optimistic)
    for (const [key, data] of queryClient.getQueriesData({ predicate: ({ queryKey }) => queryKey[0] === path }))
      if (data !== undefined) queryClient.setQueryData(key, withChanges(optimistic, path, key[1], data))
}

/** Answers that come while another action is in flight may have its change already and would show it twice, so the last one asks for all. */
const refreshAfterLast = async (changed: readonly Topic[] = []): Promise<void> => {
  for (const topic of changed) due.add(topic)
  if (isAnyInFlight()) return
  const asked = [...due]
  due.clear()
  await refresh(asked)
}

type ActionOptions<E extends Endpoint> = {
  /** Shows the outcome on the press; on failure it is taken back. */
  optimistic?: (change: Change, sending: CallInput<E>) => void
  /** The sentence where the server gives none. Given, a failure is shown as a toast; without it nothing is said. */
  failure?: string
  /** How long that toast stays (ms); until it is closed or the same action succeeds where this is left out. */
  failureForMs?: number
  /** Calls of this endpoint wait for one another, where the last one pressed must be the last one that counts. */
  inTurn?: boolean
  onSuccess?: (reply: Reply<E>, sending: CallInput<E>) => void
  onError?: (error: Error, sending: CallInput<E>) => void
}

/** What failed and may succeed later: the call, on the same record, as the same button makes it. */
const nameOf = ({ method, path }: Endpoint, sent: object, failure: string): string =>
  `${method} ${fillPath(path, (sent as Parts).params)} ${failure}`

/** What `mutate` takes: what the call sends, and for uploads `onProgress` and `signal` too. */
export type ActionInput<E extends Endpoint> = CallInput<E> & CallOptions

/** A call that changes something. What shows the topics that it changes is loaded again afterwards; after a failure too, since nobody knows how far it came. */
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
      // Not awaited: on a slow line a form would say "Saving…" until every list has come again.
      void refreshAfterLast(endpoint.changes)
    },
    onError: (error, sent, shown) => {
      if (shown) end(shown)
      if (failure !== undefined) toast.error(errorText(error, failure), { forMs: failureForMs, of: nameOf(endpoint, sent ?? {}, failure) })
      onError?.(error, (sent ?? {}) as CallInput<E>)
      // On a dead network this takes long, and a person who pressed is to hear of the failure at once.
      void refreshAfterLast(endpoint.changes)
    },
  }
  return useMutation(options)
}
