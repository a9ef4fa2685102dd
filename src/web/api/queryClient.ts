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
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { toast } from '../ui/toast.ts'
import { errorText } from '../words.ts'
import { type CallOptions, call, type Given, type GivenArgs } from './call.ts'
import { CallError } from './callError.ts'
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

const keyOf = (endpoint: Endpoint, sending: object | undefined) => [endpoint.path, sending ?? {}] as const

type CallingOptions<E extends Endpoint> = Partial<
  Pick<UseQueryOptions<Reply<E>, Error>, 'enabled' | 'staleTime' | 'refetchInterval' | 'placeholderData' | 'refetchOnWindowFocus'>
> & {
  /** Shows the answer to the call before until the new one is there, for searches and filters. */
  keepPrevious?: boolean
}

type CallingArgs<E extends Endpoint> =
  object extends Given<E> ? [sending?: Given<E>, options?: CallingOptions<E>] : [sending: Given<E>, options?: CallingOptions<E>]

/** The answer of a GET, kept and refreshed. */
export const useCall = <E extends Endpoint>(endpoint: E, ...args: CallingArgs<E>) => {
  const [sending, { keepPrevious, ...options } = {}] = args as [Given<E>?, CallingOptions<E>?]
  return useQuery<Reply<E>, Error>({
    queryKey: keyOf(endpoint, sending),
    queryFn: ({ signal }) => call(endpoint, sending, { signal }),
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
    ...options,
  })
}

type Paged = { items: unknown[]; nextCursor: string | null; total?: number }
type PagesOptions = { enabled?: boolean; keepPrevious?: boolean; staleTime?: number }

/** A list in pages: `items` is all that came so far, `fetchNextPage` asks for more while `hasNextPage`. */
export const usePages = <E extends Endpoint & { reply: object }>(
  endpoint: Reply<E> extends Paged ? E : never,
  sending?: Given<E>,
  { keepPrevious, ...options }: PagesOptions = {},
) => {
  const pages = useInfiniteQuery({
    queryKey: [endpoint.path, sending ?? {}, 'pages'],
    queryFn: ({ pageParam, signal }) => call(endpoint as E, withCursor(sending, pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Reply<E>) => (last as Paged).nextCursor,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...options,
  })
  type Item = Reply<E> extends { items: (infer I)[] } ? I : never
  const all = pages.data?.pages as Paged[] | undefined
  const items = (all?.flatMap((page) => page.items) ?? []) as Item[]
  return { ...pages, items, total: all?.[0]?.total }
}

const withCursor = <E extends Endpoint>(sending: Given<E> | undefined, cursor: string | null): Given<E> => {
  if (cursor === null) return (sending ?? {}) as Given<E>
  const { query = {}, ...rest } = (sending ?? {}) as { query?: object }
  return { ...rest, query: { ...query, cursor } } as unknown as Given<E>
}

/** Loads ahead, on hover or focus, what the next page will ask for. */
export const prefetch = <E extends Endpoint>(endpoint: E, ...args: GivenArgs<E>): void => {
  const [sending] = args as [Given<E>?]
  void queryClient.prefetchQuery({
    queryKey: keyOf(endpoint, sending),
    queryFn: ({ signal }) => call(endpoint, sending, { signal }),
  })
}

/** Marks as stale whatever was answered under the paths of these endpoints, and asks again for what is on screen. */
export const refresh = (...endpoints: Endpoint[]): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => endpoints.some((each) => path === each.path || String(path).startsWith(`${each.path}/`)),
  })

/** Changes kept answers of an endpoint in place, pages included. */
export type Change = <E extends Endpoint>(endpoint: E, change: (reply: Reply<E>, sending: Given<E>) => Reply<E>) => void

const isPages = (data: unknown): data is InfiniteData<unknown> => typeof data === 'object' && data !== null && 'pageParams' in data

/** Runs changes and answers how to take them back. */
const changeKept = async (run: (change: Change) => void): Promise<() => void> => {
  const before: [readonly unknown[], unknown][] = []
  const touched: { path: string; apply: () => void }[] = []
  run((endpoint, change) => {
    const apply = () => {
      for (const [key, data] of queryClient.getQueriesData({ predicate: ({ queryKey }) => queryKey[0] === endpoint.path })) {
        if (data === undefined) continue
        before.push([key, data])
        const sending = key[1] as Parameters<typeof change>[1]
        const next = isPages(data)
          ? { ...data, pages: data.pages.map((page) => change(page as Parameters<typeof change>[0], sending)) }
          : change(data as Parameters<typeof change>[0], sending)
        queryClient.setQueryData(key, next)
      }
    }
    touched.push({ path: endpoint.path, apply })
  })
  // An answer that is still on its way would overwrite the change with what was before.
  await Promise.all(touched.map(({ path }) => queryClient.cancelQueries({ predicate: ({ queryKey }) => queryKey[0] === path })))
  for (const { apply } of touched) apply()
  return () => {
    for (const [key, data] of before.reverse()) queryClient.setQueryData(key, data)
  }
}

type ActionOptions<E extends Endpoint> = {
  /** What is loaded again after success. */
  refreshes?: readonly Endpoint[]
  /** Shows the outcome on the press; on failure it is taken back and the error text shown as a toast. */
  meanwhile?: (change: Change, sending: Given<E>) => void
  /** The sentence where the server gives none. Given, a failure is shown as a toast by itself. */
  failure?: string
  onSuccess?: (reply: Reply<E>, sending: Given<E>) => void
  onError?: (error: Error, sending: Given<E>) => void
}

/** What `mutate` takes: what the call sends, and for uploads `onProgress` and `signal` too. */
export type Acting<E extends Endpoint> = Given<E> & CallOptions

/** A call that changes something. */
export const useAction = <E extends Endpoint>(
  endpoint: E,
  { refreshes = [], meanwhile, failure, onSuccess, onError }: ActionOptions<E> = {},
) => {
  // biome-ignore lint/suspicious/noConfusingVoidType: `mutate()` without an argument is what the library makes of void.
  type Sent = object extends Given<E> ? Acting<E> | void : Acting<E>
  const options: UseMutationOptions<Reply<E>, Error, Sent, (() => void) | undefined> = {
    mutationFn: (sent) => {
      const { onProgress, signal, ...sending } = (sent ?? {}) as CallOptions
      return call(endpoint, sending as Given<E>, { onProgress, signal })
    },
    onMutate: (sent) => (meanwhile ? changeKept((change) => meanwhile(change, (sent ?? {}) as Given<E>)) : undefined),
    onSuccess: async (reply, sent) => {
      onSuccess?.(reply, (sent ?? {}) as Given<E>)
      await refresh(...refreshes)
    },
    onError: (error, sent, undo) => {
      undo?.()
      if (meanwhile || failure !== undefined) toast.error(errorText(error, failure ?? error.message))
      onError?.(error, (sent ?? {}) as Given<E>)
    },
  }
  return useMutation(options)
}
