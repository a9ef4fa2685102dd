import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { bucketAddress, type S3Config } from '#server/config.s3.ts'
import { BucketAway } from './bucketAway.ts'
import { LocalFailure, request, type Upload } from './s3Request.ts'
import { queryText, signHeaders, signQuery } from './s3Sign.ts'

export type Order = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** The name of the object; without it, the bucket itself. */
  key?: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  upload?: Upload
  patienceMs?: number
  attempts?: number
}

export type Bucket = {
  /** Returns the reply with its body, or undefined if there is no such object. Throws `BucketAway`. */
  send: (order: Order) => Promise<IncomingMessage | undefined>
  /** Like `send`, for short replies: the body is complete. */
  fetch: (order: Order) => Promise<{ reply: IncomingMessage; body: Buffer } | undefined>
  /** Returns an address that anybody can read for some seconds. */
  signedUrl: (key: string, query: Readonly<Record<string, string>>, seconds: number) => string
  /** Returns whether the bucket could be used within the last seconds. */
  state: () => Promise<'connected' | 'away'>
  /** Throws `BucketAway` unless the bucket can be used now. */
  probe: () => Promise<void>
}

/** In milliseconds. A keeping, or another removal, waits for a removal of the same content. */
export type Patience = { reply: number; upload: number; probe: number; removal: number }
export const usualPatience: Patience = { reply: 10_000, upload: 30_000, probe: 2_000, removal: 5_000 }

const pauses = [100, 500]
const STATE_MS = 5_000
const MOST_TEXT = 4 * 1_024 * 1_024

/** Codes of failures before anything was sent. */
const neverSent = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

/** Reads a whole body. Throws if it is cut. */
const bytesOf = async (reply: IncomingMessage, most = MOST_TEXT): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > most) throw new Error('the reply is too long')
  }
  return Buffer.concat(chunks)
}

/** The code of a refusal, such as `NoSuchKey`. */
const codeOf = async (reply: IncomingMessage): Promise<string> => {
  const text = await bytesOf(reply).then(String, () => '')
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? `status ${reply.statusCode}`
}

const isPassing = (status: number): boolean => [429, 500, 502, 503, 504].includes(status)

type Failure = { reason: string; isUndecided: boolean; isRefused: boolean; mayPass: boolean }

const failureOf = (error: unknown): Failure => {
  const { code = '', message } = error as NodeJS.ErrnoException
  return { reason: code || message, isUndecided: !neverSent.test(code), isRefused: false, mayPass: message !== 'no reply in time' }
}

/** Signs requests for one bucket by the clock of its server, which alone decides whether a signature is valid. */
const signingFor = (config: S3Config) => {
  const { origin, path: root } = bucketAddress(config)
  const { host } = new URL(origin)
  let skewMs = 0
  const now = (): Date => new Date(Date.now() + skewMs)
  const pathOf = (key: string | undefined): string => (key === undefined ? root || '/' : `${root}/${key}`)
  const signed = ({ method, key, query = {}, headers: given, upload }: Order) => {
    const path = pathOf(key)
    const headers = { ...given, ...(upload && { 'content-length': String(upload.size) }) }
    const signable = { method, host, path, query, headers, ...(upload && { payload: upload.sha256 }) }
    const text = queryText(query)
    return { origin, method, path: text ? `${path}?${text}` : path, headers: signHeaders(config, signable, now()) }
  }
  /** Takes over the clock of the server; returns whether it differs from what was assumed. */
  const correct = ({ headers: { date = '' } }: IncomingMessage): boolean => {
    const correction = Date.parse(date) - Date.now()
    if (!(Math.abs(correction - skewMs) > 1_000)) return false
    skewMs = correction
    return true
  }
  const signedUrl: Bucket['signedUrl'] = (key, query, seconds) => {
    const path = pathOf(key)
    return `${origin}${path}?${signQuery(config, { method: 'GET', host, path, query }, { now: now(), seconds })}`
  }
  return { signed, correct, signedUrl }
}

/** Makes one attempt: returns a usable reply, undefined for a missing object, or why there is none. */
const attemptsWith =
  ({ signed, correct }: ReturnType<typeof signingFor>, patience: Patience) =>
  async (order: Order): Promise<IncomingMessage | undefined | Failure> => {
    const { key, upload, patienceMs = upload ? patience.upload : patience.reply } = order
    let reply: IncomingMessage
    try {
      reply = await request({ ...signed(order), upload, patienceMs })
    } catch (error) {
      if (error instanceof LocalFailure) throw error.cause
      return failureOf(error)
    }
    const status = reply.statusCode ?? 0
    if ((status >= 200 && status < 300) || status === 412) return reply
    const code = await codeOf(reply)
    if (status === 404 && key !== undefined && code !== 'NoSuchBucket') return undefined
    const isSkewed = code === 'RequestTimeTooSkewed' && correct(reply)
    const isRefused = status < 500 && status !== 429
    return { reason: code, isUndecided: status >= 500 && status !== 503, isRefused, mayPass: isSkewed || isPassing(status) }
  }

/** Reads short replies completely, and asks again if one is cut. */
const fetchingBy =
  (send: Bucket['send']): Bucket['fetch'] =>
  async (order) => {
    for (let count = 1; ; count++) {
      const reply = await send(order)
      if (!reply) return undefined
      try {
        return { reply, body: await bytesOf(reply) }
      } catch (error) {
        if (count === 2) throw new BucketAway(`the reply was cut: ${failureOf(error).reason}`)
      }
    }
  }

/** Talks to one bucket: tries again what may pass, and remembers whether the last request worked. */
export const openBucket = (config: S3Config, patience: Patience = usualPatience): Bucket => {
  const signing = signingFor(config)
  const tryOnce = attemptsWith(signing, patience)
  let known = { works: true, at: Number.NEGATIVE_INFINITY }
  const send: Bucket['send'] = async (order) => {
    const { attempts = pauses.length + 1 } = order
    let isUndecided = false
    for (let count = 1; ; count++) {
      const outcome = await tryOnce(order)
      const failed = outcome !== undefined && 'mayPass' in outcome
      known = { works: !failed, at: performance.now() }
      if (!failed) return outcome
      isUndecided ||= outcome.isUndecided
      const { reason, isRefused, mayPass } = outcome
      if (!mayPass || count >= attempts) throw new BucketAway(reason, { isUndecided, isRefused, isWrite: order.method === 'PUT' })
      await wait(pauses[count - 1])
    }
  }
  const fetch = fetchingBy(send)
  // The second attempt is for a clock that is wrong.
  const probe: Bucket['probe'] = async () =>
    void (await fetch({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1' }, patienceMs: patience.probe, attempts: 2 }))
  let probing: Promise<void> | undefined
  const state: Bucket['state'] = async () => {
    if (performance.now() - known.at > STATE_MS) {
      probing ??= probe().catch(() => undefined)
      await probing
      probing = undefined
    }
    return known.works ? 'connected' : 'away'
  }
  return { send, fetch, signedUrl: signing.signedUrl, state, probe }
}
