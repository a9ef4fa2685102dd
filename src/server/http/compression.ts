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

/** At a quality that takes milliseconds, because a caller waits for it. */
export const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
}
