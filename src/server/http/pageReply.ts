import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

type Encoding = 'br' | 'gzip'

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  // Compressed once per page and sent often.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

type Kept = { etag: string; forms: Map<Encoding, Promise<Buffer>> }

const MOST_PAGES = 20

const negotiator = new Negotiator({ supportedValues: ['br', 'gzip'], cache: new LRUCache<string, string>({ max: 100 }) })

/** Sends pages compressed, each encoding computed once, and 304 to a browser that has the page already. */
export const pageReply = () => {
  const pages = new LRUCache<string, Kept>({ max: MOST_PAGES })
  const replyDatabaseName = (html: string): Kept => {
    const known = pages.get(html)
    if (known) return known
    const made = { etag: `W/"${hash('sha256', html, 'base64url').slice(0, 27)}"`, forms: new Map() }
    pages.set(html, made)
    return made
  }
  return async (request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> => {
    const { etag, forms } = replyDatabaseName(html)
    reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' })
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    reply.type('text/html; charset=utf-8')
    const encoding = negotiator.negotiate(request.headers['accept-encoding'] ?? '') as Encoding | null
    if (!encoding) return reply.send(html)
    const body = forms.get(encoding) ?? compress[encoding](Buffer.from(html))
    forms.set(encoding, body)
    return reply.header('content-encoding', encoding).send(await body)
  }
}
