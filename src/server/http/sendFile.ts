import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { DailyLinkQuery } from '#contract/fileLink.ts'
import type { ByteRange, Storage } from '#server/files/storage.ts'
import { DAY } from '#server/time.ts'
import type { Downloads } from './downloads.ts'
import type { FileAnswer, StreamAnswer, Streamed } from './fileAnswer.ts'

/** Returns the requested range, `'all'` for none (several ranges get the whole), or `undefined` if no byte matches. */
const rangeOf = (header: string | undefined, size: number): ByteRange | 'all' | undefined => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'all'
  const [, first = '', last = ''] = match
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return 'all'
  return start > end || start >= size ? undefined : { start, end }
}

const YEAR = 365 * DAY

/** A daily signature is valid to the end of the next day. */
const secondsLeft = ({ query }: FastifyRequest, now: Date): number => {
  const end = Date.parse((query as DailyLinkQuery).day ?? '') + 2 * DAY * 1_000
  return Math.min(2 * DAY, Math.max(0, Math.floor((end - now.getTime()) / 1_000))) || 0
}

type Sending = { storage: Storage; clock: () => Date; downloads: Downloads }

const notCached = 'private, no-store'

const cacheControl: Record<FileAnswer['cache'], (request: FastifyRequest, now: Date) => string> = {
  private: () => notCached,
  immutable: () => `public, max-age=${YEAR}, immutable`,
  day: (request, now) => `private, max-age=${secondsLeft(request, now)}, immutable`,
}

// Stored or generated text is UTF-8, which no browser assumes.
const contentType = (mediaType: string): string => (mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType)

/** Returns the address of the content in the bucket, if the browser may be sent there. */
const addressInBucket = ({ storage }: Sending, answer: FileAnswer, { method }: FastifyRequest): string | undefined => {
  // The address is signed for reading alone.
  if (!answer.mayRedirect || method !== 'GET') return undefined
  return storage.remote?.signedUrl?.(answer.sha256, {
    'response-content-type': contentType(answer.mediaType),
    'response-content-disposition': contentDisposition(answer.fileName, { type: answer.disposition }),
    'response-cache-control': notCached,
  })
}

/** No scripts, no frames. */
const harmless = "default-src 'none'; sandbox; frame-ancestors 'none'"

/**
 * Streams a content with its stored type and headers that prevent misuse: no sniffing, no scripts, no frames. The bytes of an
 * address never change, so the hash is its ETag.
 */
const sendFile = async (sending: Sending, answer: FileAnswer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const { storage, clock } = sending
  const { sha256, size } = answer
  const etag = `"${sha256}"`
  const cached = cacheControl[answer.cache](request, clock())
  const headers = {
    'content-type': contentType(answer.mediaType),
    'content-disposition': contentDisposition(answer.fileName, { type: answer.disposition }),
    'content-security-policy': harmless,
    'cache-control': cached,
    'accept-ranges': 'bytes',
    etag,
  }
  if (request.headers['if-none-match'] === etag) return reply.headers(headers).code(304).send()
  const conditional = request.headers['if-range']
  const range = conditional === undefined || conditional === etag ? rangeOf(request.headers.range, size) : 'all'
  if (range === undefined) {
    reply.headers(headers).header('content-range', `bytes */${size}`).removeHeader('content-disposition')
    throw new AppError(commonErrors.rangeNotSatisfiable)
  }
  const elsewhere = addressInBucket(sending, answer, request)
  if (elsewhere !== undefined) return reply.header('cache-control', cached).redirect(elsewhere, 302)
  // Before the headers: a failure must not be cached as long as the file.
  const content = range === 'all' ? await storage.read(sha256, size) : await storage.readRange(sha256, range)
  reply.headers(headers)
  if (range === 'all') return reply.header('content-length', size).send(content)
  const { start, end } = range
  reply.code(206).headers({ 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 })
  return reply.send(content)
}

/** Sends a file while it is generated. If that fails midway, the connection is cut, so that nobody takes a part for the whole. */
const sendMade = ({ content, mediaType, fileName }: StreamAnswer, reply: FastifyReply): FastifyReply =>
  reply
    .headers({
      'content-type': contentType(mediaType),
      'content-disposition': contentDisposition(fileName, { type: 'attachment' }),
      'content-security-policy': harmless,
      'cache-control': notCached,
    })
    .send(content)

/** Counts the download, and destroys the stream if it is one too many. */
const begin = ({ downloads }: Sending, answer: Streamed, { session, ip: address }: FastifyRequest, reply: FastifyReply): void => {
  const isMade = 'content' in answer
  if (!isMade && answer.isPicture) return
  const person = session?.me._id ?? (isMade ? undefined : answer.holder)
  try {
    downloads.begin({ person, address }, reply)
  } catch (refusal) {
    if (isMade) answer.content.destroy()
    throw refusal
  }
}

/** Sends the result of a call with `stream: true`. */
export const sendStreamed = async (
  sending: Sending,
  answer: Streamed,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  begin(sending, answer, request, reply)
  return 'content' in answer ? sendMade(answer, reply) : sendFile(sending, answer, request, reply)
}
