/*
 * What can go wrong here, and which line stops it. Somebody is given an answer that they may not see: everybody is admitted
 * before, and answers are kept apart by role (`keyOf`). An answer that names its asker is given to somebody else: a
 * function whose answers are kept learns nothing of the asker but the role (`ofRole`). An old answer is given
 * after a write: each call reads the revision before anything else, and a write raises it in its transaction (`get`).
 * Somebody asks for ever new addresses until the memory is full: it is bounded, and the longest unused go (`makeRoom`).
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '#contract/actor.ts'
import type { OpenCtx } from '#server/platform.ts'
import { DAY } from '#server/time.ts'

type Compressed = 'br' | 'gzip'
type Kept = {
  revision: number
  etag: string
  body: Buffer
  /** The body in the encodings that were asked for, each made once. */
  compressed: Map<Compressed, Promise<Buffer>>
  /** Bytes that all this takes. */
  size: number
}

const MAX_BYTES = 8 * 1_024 * 1_024
/** Roughly what an entry takes besides its bytes. */
const OVERHEAD = 500
const WORTH_COMPRESSING = 1_000

// Made once and sent often, but by the first who asks: so of a quality that takes milliseconds.
const compress: Record<Compressed, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
}

const judgeEncodings = (header: string): Compressed | undefined => {
  const admitted = header
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().split(/\s*;\s*/))
    .filter(([, weight]) => !/^q=0(?:\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((encoding) => admitted.includes(encoding))
}

const MOST_HEADERS = 100
const judged = new Map<string, Compressed | undefined>()

/** The best encoding that an `Accept-Encoding` admits, or nothing; one with a weight of zero is refused. */
export const encodingFor = (header = ''): Compressed | undefined => {
  if (judged.has(header)) return judged.get(header)
  const encoding = judgeEncodings(header)
  // Browsers send a handful of them; whoever sends ever new ones starts it over.
  if (judged.size >= MOST_HEADERS) judged.clear()
  judged.set(header, encoding)
  return encoding
}

// Answers carry links that are signed for a day, so each day has its own.
const keyOf = (role: Role | undefined, now: Date, url: string): string =>
  `${role ?? 'anyone'} ${Math.floor(now.getTime() / (DAY * 1_000))} ${url}`

/** The call as a function sees it whose answer is kept for others of the same role. */
export const ofRole = (ctx: OpenCtx): OpenCtx => {
  const refuse = (): never => {
    throw new Error('An answer that is kept for everybody of a role cannot depend on who asks.')
  }
  const me = ctx.me && Object.defineProperties({ ...ctx.me }, { _id: { get: refuse }, name: { get: refuse } })
  return { ...ctx, me, sessionId: null, address: '', userAgent: '' }
}

export type Answers = {
  /**
   * Sends the answer to an admitted call: the kept one where nothing was written since, or one that `make` gives as JSON text.
   * `revision` is one that was read before.
   */
  answer: (request: FastifyRequest, reply: FastifyReply, revision: number, make: () => Promise<string>) => Promise<FastifyReply>
}

// Of the content and not of the revision, which goes back where a backup is restored. Weak: the same for all encodings.
const etagOf = (body: Buffer): string => `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`

/** Keeps answers that depend on nothing but the address, the role and a revision. */
export const keepAnswers = (clock: () => Date, maxBytes = MAX_BYTES): Answers => {
  const kept = new Map<string, Kept>()
  const making = new Map<string, Promise<Kept>>()
  let bytes = 0

  const drop = (key: string): void => {
    bytes -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }
  const makeRoom = (): void => {
    for (const key of kept.keys()) {
      if (bytes <= maxBytes) return
      drop(key)
    }
  }
  const grow = (key: string, entry: Kept, by: number): void => {
    if (kept.get(key) !== entry) return
    entry.size += by
    bytes += by
    makeRoom()
  }
  const keep = (key: string, revision: number, text: string): Kept => {
    const body = Buffer.from(text)
    const entry: Kept = { revision, etag: etagOf(body), body, compressed: new Map(), size: 0 }
    drop(key)
    kept.set(key, entry)
    grow(key, entry, 2 * key.length + body.length + OVERHEAD)
    return entry
  }
  /** Those who ask at the same time for what nobody has yet wait for the same one. */
  const makeOnce = (key: string, revision: number, make: () => Promise<string>): Promise<Kept> => {
    const name = `${revision} ${key}`
    const running = making.get(name)
    if (running) return running
    const made = make()
      .then((text) => keep(key, revision, text))
      .finally(() => making.delete(name))
    making.set(name, made)
    return made
  }
  // The revision was read before the answer is made: a write in between makes it too new for its revision, never too old.
  const get = (key: string, revision: number, make: () => Promise<string>): Kept | Promise<Kept> => {
    const known = kept.get(key)
    if (known?.revision !== revision) return makeOnce(key, revision, make)
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const compressedOf = async (key: string, entry: Kept, encoding: Compressed): Promise<Buffer> => {
    const known = entry.compressed.get(encoding)
    if (known) return known
    const made = compress[encoding](entry.body)
    entry.compressed.set(encoding, made)
    const form = await made
    grow(key, entry, form.length)
    return form
  }

  return {
    answer: async (request, reply, revision, make) => {
      const key = keyOf(request.session?.me.role, clock(), request.url)
      const entry = await get(key, revision, make)
      reply.headers({ etag: entry.etag, vary: 'accept-encoding' })
      if (request.headers['if-none-match']?.includes(entry.etag.slice(2))) return reply.code(304).send()
      reply.header('content-type', 'application/json; charset=utf-8')
      const encoding = entry.body.length < WORTH_COMPRESSING ? undefined : encodingFor(request.headers['accept-encoding'])
      if (!encoding) return reply.send(entry.body)
      return reply.header('content-encoding', encoding).send(await compressedOf(key, entry, encoding))
    },
  }
}
