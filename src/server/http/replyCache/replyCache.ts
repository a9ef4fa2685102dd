/*
 * Risks, and the line that prevents each. A caller gets a reply that they may not see: a caller is admitted before the cache is
 * read, and the key contains the role (`cacheKeyOf`). A reply that names its caller goes to another: a cached function learns
 * nothing about the caller but the role (`ofRole`). An old reply is sent after a write: each call reads the version before anything
 * is made, and a write changes it in its transaction (`isFresh`). A caller requests ever new addresses until the memory is full: a
 * key that the contract does not know is refused, another spelling makes no new reply (`cacheKeyOf`), and the bytes of all replies
 * are limited (`maxSize`).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { encodingFor } from '../compression.ts'
import { type CachedReply, compressedReply, type Made, memoryOf, plainReply } from './cachedReply.ts'
import { endOfTurn } from './endOfTurn.ts'

type Call<Shows> = {
  /** What the reply shows, as `versionOf` understands it. */
  shows: Shows
  /** Everything else that the reply depends on. */
  cacheKey: string
  now: Date
  /** Runs for each caller for whom nothing is cached; throws to refuse only this caller. */
  beforeMaking: () => Promise<void>
  /** Runs once for all who wait for the same reply; its error is thrown to all of them. */
  make: () => Promise<Made>
}

export type ReplyCache<Shows> = {
  /** Runs before every other hook of a cached route. */
  onRequest: () => Promise<void>
  /** Replies to an admitted call: from the cache, or with the result of `make`. */
  reply: (request: FastifyRequest, reply: FastifyReply, call: Call<Shows>) => Promise<void>
}

type Settings<Shows> = {
  /** Returns a text that differs after each committed change of what is shown. */
  versionOf: (shows: Shows) => Promise<string>
  /** Sent with every reply. */
  headers: Record<string, string>
  maxBytes?: number
  /** Is told for each call whether its reply was cached. */
  count?: (result: 'hit' | 'miss') => void
}

const MAX_BYTES = 8 * 1_024 * 1_024
/** The framework's own way to send takes longer than all the rest; it still logs and counts the reply. */
const send = (reply: FastifyReply, status: number, headers: string[], body?: Buffer): void => {
  reply.hijack()
  reply.raw.writeHead(status, headers).end(body)
}

const isFresh = (reply: CachedReply | undefined, version: string, now: Date): reply is CachedReply =>
  reply?.version === version && (!reply.until || now < reply.until)

/** Caches replies that depend only on their key, the version of what they show, and the expiry `until`. */
export const makeReplyCache = <Shows>({ versionOf, headers, maxBytes = MAX_BYTES, count }: Settings<Shows>): ReplyCache<Shows> => {
  const replies = new LRUCache<string, CachedReply>({ maxSize: maxBytes, sizeCalculation: memoryOf })
  const making = new Map<string, Promise<CachedReply>>()

  /** Concurrent callers of an uncached reply wait for the same one. */
  const makeOnce = (key: string, version: string, make: () => Promise<CachedReply>): Promise<CachedReply> => {
    const name = `${version} ${key}`
    const running = making.get(name)
    if (running) return running
    const made = make()
      .then((reply) => {
        replies.set(key, reply)
        return reply
      })
      .finally(() => making.delete(name))
    making.set(name, made)
    return made
  }

  return {
    onRequest: endOfTurn,
    reply: async (request, reply, { shows, cacheKey, now, beforeMaking, make }) => {
      // Read before the reply is made: a write in between makes it too new for its version, never too old.
      const version = await versionOf(shows)
      const find = (key: string): CachedReply | undefined => {
        const known = replies.get(key)
        return isFresh(known, version, now) ? known : undefined
      }
      let known = find(cacheKey)
      count?.(known ? 'hit' : 'miss')
      if (!known) {
        await beforeMaking()
        known = await makeOnce(cacheKey, version, async () => plainReply(await make(), version, headers))
      }
      if (request.headers['if-none-match']?.includes(known.etag)) return send(reply, 304, known.shared)
      const encoding = encodingFor(request, known.body.length)
      if (encoding) {
        const [plain, key] = [known, `${encoding} ${cacheKey}`]
        known = find(key) ?? (await makeOnce(key, version, () => compressedReply(plain, encoding)))
      }
      send(reply, 200, known.headers, known.body)
    },
  }
}
