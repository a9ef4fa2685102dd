import type { QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { isConnectionError, markOffline } from './connection.ts'
import { getSession } from './session.ts'

const storedReplies = () => import('../offline/storedReplies.ts')

/** The query of a call, and its client. */
type Asked = { client: QueryClient; queryKey: readonly unknown[] }

/**
 * Loads a reply, and stores it on a student's device if its endpoint is `offline`. Without a connection, returns the stored reply to a
 * screen that has no data.
 */
export const withOfflineReply = async <R>({ offline }: Endpoint, { client, queryKey }: Asked, load: () => Promise<R>): Promise<R> => {
  const session = getSession()
  // What staff see is about others, and their computers are shared.
  if (!offline || session?.user.role !== 'student') return load()
  try {
    const reply = await load()
    void storedReplies()
      .then(({ storeReply }) => storeReply(queryKey, reply, session.token))
      .catch(() => undefined)
    return reply
  } catch (error) {
    if (!isConnectionError(error) || client.getQueryData(queryKey) !== undefined) throw error
    const found = await storedReplies()
      .then(({ readStoredReply }) => readStoredReply(queryKey))
      .catch(() => undefined)
    if (!found) throw error
    markOffline(found.at)
    return found.reply as R
  }
}
