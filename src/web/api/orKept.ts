import type { QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { isConnectionError, noteLost } from './connection.ts'
import { getSession } from './session.ts'

const keptReplies = () => import('../offline/keptReplies.ts')

/** The query of a call, and its client. */
type Asked = { client: QueryClient; queryKey: readonly unknown[] }

/** Loads a reply and stores it on a student's device if its endpoint is `kept`. Without a connection, a screen with no data gets the stored one. */
export const orKept = async <R>({ kept }: Endpoint, { client, queryKey }: Asked, load: () => Promise<R>): Promise<R> => {
  const session = getSession()
  // What staff see is about others, and their computers are shared.
  if (!kept || session?.user.role !== 'student') return load()
  try {
    const reply = await load()
    void keptReplies()
      .then(({ keep }) => keep(queryKey, reply, session.token))
      .catch(() => undefined)
    return reply
  } catch (error) {
    if (!isConnectionError(error) || client.getQueryData(queryKey) !== undefined) throw error
    const found = await keptReplies()
      .then(({ readKept }) => readKept(queryKey))
      .catch(() => undefined)
    if (!found) throw error
    noteLost(found.at)
    return found.reply as R
  }
}
