import { useEffect, useState } from 'react'
import { useChat } from '../chatContext.ts'
import type { Log } from '../client/chatClient.ts'

/**
 * Number of rows before an end at which the next page is fetched: a list scrolled to its very end loses its position in some
 * browsers.
 */
const ahead = 15

type Range = { first: number | undefined; last: number | undefined; isPlaced: boolean }

/** Loads messages before and after the visible ones. After a failure, only Retry continues. */
export const useMorePages = (conversationId: string, log: Log, { first, last, isPlaced }: Range) => {
  const { client } = useChat()
  const [failed, setFailed] = useState<'older' | 'newer'>()
  const load = (which: 'older' | 'newer') => {
    const loading = which === 'older' ? client.loadOlder(conversationId) : client.loadNewer(conversationId)
    loading.then(
      () => setFailed(undefined),
      () => setFailed(which),
    )
  }
  useEffect(() => {
    if (!isPlaced || log.isLoading || log.error || failed) return
    if (log.hasOlder && first !== undefined && first < ahead) load('older')
    else if (log.hasNewer && last !== undefined && last > log.rows.length - ahead) load('newer')
  })
  return { failed: failed ?? (log.error && log.rows.length > 0 ? 'older' : undefined), retry: () => load(failed ?? 'older') }
}
