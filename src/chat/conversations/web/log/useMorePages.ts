import { useEffect, useState } from 'react'
import { useChat } from '../chatContext.ts'
import type { Log } from '../delivery/chatClient.ts'

/** How many rows before an end is reached the next page is asked for: a list that stands at its very end loses its place in some browsers. */
const ahead = 15

type Range = { first: number | undefined; last: number | undefined; isPlaced: boolean }

/** Loads what comes before and after the messages that are looked at. After a failure only Retry goes on. */
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
