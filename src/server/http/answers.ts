/*
 * What can go wrong here, and which line stops it. Somebody is given an answer that they may not see: everybody is admitted
 * before, and answers are kept apart by role (`keyOf`). An answer that names its asker is given to somebody else: a
 * function whose answers are kept learns nothing of the asker but the role (`ofRole`). An old answer is given
 * after a write: each call reads the revision before anything else, and a write raises it in its transaction (`get`).
 * Somebody asks for ever new addresses until the memory is full: what the contract does not know makes no new answer
 * (`keyOf`), and the memory is bounded: what nobody asks for again goes (`bounded`).
 */
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '#contract/actor.ts'
import type { OpenCtx } from '#server/platform.ts'
import { DAY } from '#server/time.ts'
import { bounded } from './bounded.ts'
import { type Compressed, compress, type Encoding, encodingFor } from './encodings.ts'

/** The headers, each value after its name, and the body: as the socket takes them. */
type Form = { headers: string[]; body: Buffer }
type Kept = {
  revision: number
  etag: string
  /** Those of every form. */
  headers: Record<string, string>
  notModified: string[]
  plain: Form
  /** In the encodings that were asked for, each made once. */
  compressed: Map<Compressed, Form | Promise<Form>>
  size: number
  used: boolean
}

const MAX_BYTES = 8 * 1_024 * 1_024
/** Roughly what an entry takes besides its bytes. */
const OVERHEAD = 1_500
const WORTH_COMPRESSING = 1_000

/** What an answer depends on, besides the revision: a call as it was validated, and not as it was written. */
export type Call = { path: string; address: unknown; role: Role | undefined; now: Date }

// Answers hold links that are signed for a day (UTC).
const keyOf = ({ path, address, role, now }: Call): string =>
  `${role ?? 'anyone'} ${Math.floor(now.getTime() / (DAY * 1_000))} ${path} ${JSON.stringify(address)}`

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
   * `revision` is one that was read before. `count` runs for each who does not find one kept, and may refuse that one alone:
   * what `make` throws is thrown to all who wait for it.
   */
  answer: (
    request: FastifyRequest,
    reply: FastifyReply,
    call: Call & { revision: number },
    count: () => Promise<void>,
    make: () => Promise<string>,
  ) => Promise<void>
}

// Of the content and not of the revision, which goes back where a backup is restored. Weak: the same for all encodings.
const etagOf = (body: Buffer): string => `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`

const json = 'application/json; charset=utf-8'

const formOf = (headers: Record<string, string>, body: Buffer): Form => ({
  headers: Object.entries({ ...headers, 'content-type': json, 'content-length': String(body.length) }).flat(),
  body,
})

/** Past what the framework does to an answer, which takes longer than all the rest; it still logs and counts it. */
const send = (reply: FastifyReply, status: number, headers: string[], body?: Buffer): void => {
  reply.hijack()
  reply.raw.writeHead(status, headers).end(body)
}

const entryOf = (revision: number, text: string, strict: Record<string, string>): Kept => {
  const body = Buffer.from(text)
  const etag = etagOf(body)
  const headers = { ...strict, 'cache-control': 'no-store', etag, vary: 'accept-encoding' }
  const notModified = Object.entries(headers).flat()
  return {
    revision,
    etag,
    headers,
    notModified,
    plain: formOf(headers, body),
    compressed: new Map(),
    size: body.length + OVERHEAD,
    used: false,
  }
}

const encodingOf = ({ plain }: Kept, request: FastifyRequest): Encoding =>
  plain.body.length < WORTH_COMPRESSING ? 'identity' : encodingFor(request.headers['accept-encoding'])

/**
 * Keeps answers that depend on nothing but the validated call, the role, the day and a revision. `strict` are the headers
 * of every reply.
 */
export const keepAnswers = (strict: Record<string, string>, maxBytes = MAX_BYTES): Answers => {
  const kept = bounded<Kept>(maxBytes)
  const making = new Map<string, Promise<Kept>>()

  /** Those who ask at the same time for what nobody has yet wait for the same one. */
  const makeOnce = (key: string, revision: number, make: () => Promise<string>): Promise<Kept> => {
    const name = `${revision} ${key}`
    const running = making.get(name)
    if (running) return running
    const made = make()
      .then((text) => {
        const entry = entryOf(revision, text, strict)
        kept.set(key, entry)
        return entry
      })
      .finally(() => making.delete(name))
    making.set(name, made)
    return made
  }
  const makeForm = async (key: string, entry: Kept, encoding: Compressed): Promise<Form> => {
    const form = formOf({ ...entry.headers, 'content-encoding': encoding }, await compress[encoding](entry.plain.body))
    entry.compressed.set(encoding, form)
    kept.grow(key, entry, form.body.length)
    return form
  }
  const formIn = (key: string, entry: Kept, encoding: Encoding): Form | Promise<Form> => {
    if (encoding === 'identity') return entry.plain
    const form = entry.compressed.get(encoding) ?? makeForm(key, entry, encoding)
    entry.compressed.set(encoding, form)
    return form
  }

  return {
    answer: async (request, reply, { revision, ...call }, count, make) => {
      const key = keyOf(call)
      const known = kept.get(key)
      const isFresh = known?.revision === revision
      if (!isFresh) await count()
      // The revision was read before the answer is made: a write in between makes it too new for its revision, never too old.
      const entry = isFresh ? known : await makeOnce(key, revision, make)
      if (request.headers['if-none-match']?.includes(entry.etag.slice(2))) return send(reply, 304, entry.notModified)
      const { headers, body } = await formIn(key, entry, encodingOf(entry, request))
      send(reply, 200, headers, body)
    },
  }
}
