import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** In order of preference. */
const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** Bytes below which a reply is sent uncompressed. */
const WORTH_COMPRESSING = 1_000

// Browsers send a handful of different headers.
const negotiator = new Negotiator({ supportedValues: [...encodings], cache: new LRUCache<string, string>({ max: 100 }) })

/** Returns how to compress a reply of this size for this caller; null to send it uncompressed. */
export const encodingFor = (request: FastifyRequest, bytes: number): Encoding | null =>
  bytes < WORTH_COMPRESSING ? null : negotiator.negotiate(request.headers['accept-encoding'] ?? '')

type Compress = Record<Encoding, (bytes: Buffer) => Promise<Buffer>>

/** At a quality that takes milliseconds, because a caller waits for it. */
export const compress: Compress = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
}

const compressWell: Compress = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

/** Compresses texts that are sent often, each once for each encoding, and keeps the latest of them. */
export const compressOnce = ({ max }: { max: number }) => {
  const kept = new LRUCache<string, Map<Encoding, Promise<Buffer>>>({ max })
  return (text: string, encoding: Encoding): Promise<Buffer> => {
    const forms = kept.get(text) ?? new Map<Encoding, Promise<Buffer>>()
    const form = forms.get(encoding) ?? compressWell[encoding](Buffer.from(text))
    kept.set(text, forms.set(encoding, form))
    return form
  }
}
