import { QueryClient } from '@tanstack/react-query'
import type { Topic } from '#contract/topics.ts'
import { CallError } from './callError.ts'
import { onForget } from './session.ts'

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
