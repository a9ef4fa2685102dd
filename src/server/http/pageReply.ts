import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { compressOnce, encodingFor } from './compression.ts'

/** One for each page behind the sign-in, and the pages that anyone can open. */
const MOST_PAGES = 50

/** Sends pages compressed, each encoding computed once, and 304 to a browser that has the page already. */
export const pageReply = () => {
  const etags = new LRUCache<string, string>({ max: MOST_PAGES })
  const etagOf = (html: string): string => {
    const etag = etags.get(html) ?? `W/"${hash('sha256', html, 'base64url').slice(0, 27)}"`
    etags.set(html, etag)
    return etag
  }
  const compressed = compressOnce({ max: MOST_PAGES })
  return async (request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> => {
    const etag = etagOf(html)
    reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' })
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    reply.type('text/html; charset=utf-8')
    const encoding = encodingFor(request, html.length)
    return encoding ? reply.header('content-encoding', encoding).send(await compressed(html, encoding)) : reply.send(html)
  }
}
