import { type Endpoint, fillPath, type Reply, type Sending } from '#contract/endpoint.ts'
import type { ErrorReply } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { webEn } from '../web.en.ts'
import { wordsOf } from '../words.ts'
import { CallError } from './callError.ts'
import { markOffline, markOnline } from './connection.ts'
import { recall, remember } from './etags.ts'
import { endSession, getSession } from './session.ts'
import { type Incoming, type Outgoing, type Progress, sendByFetch, sendByXhr } from './transport.ts'

type OptionalParts<T> = { [K in keyof T as object extends T[K] ? K : never]?: T[K] } & {
  [K in keyof T as object extends T[K] ? never : K]: T[K]
}
type WithFile<T> = T extends { file?: unknown } ? Omit<T, 'file'> & { file?: File | undefined } : T

/** What a caller passes: the declared parts of the endpoint; optional parts may be omitted. */
export type CallInput<E extends Endpoint> = OptionalParts<WithFile<Sending<E>>>

/** The last argument with the parts to send; it can be omitted if none is required. */
export type CallArgs<E extends Endpoint> = object extends CallInput<E> ? [sending?: CallInput<E>] : [sending: CallInput<E>]

/** The input of any call, for code that serves all of them. */
export type AnyCallInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  file?: File
}

export type CallOptions = {
  signal?: AbortSignal | undefined
  onProgress?: Progress | undefined
  /** Gives up after this time (ms) without another byte sent or received, for calls that take long on a slow connection. */
  silenceMs?: number | undefined
  /** Sends the call even if its page is closed before the reply; for small bodies. */
  keepalive?: boolean | undefined
  /** Called with the time (ms) after which the clock alone makes the reply stale, such as a notice that expires. */
  onStaleIn?: ((ms: number) => void) | undefined
}

const present = (parts: Record<string, unknown> = {}): [string, unknown][] =>
  Object.entries(parts).filter(([, value]) => value !== undefined && value !== null)

const urlOf = (endpoint: Endpoint, { params, query }: AnyCallInput): string => {
  const search = new URLSearchParams(present(query).map(([name, value]) => [name, String(value)])).toString()
  return `/api${fillPath(endpoint.path, params)}${search && `?${search}`}`
}

/** The fields come before the file, so that the server has validated them when the bytes arrive. */
const formOf = (endpoint: Endpoint, { body, file }: AnyCallInput): FormData => {
  const form = new FormData()
  for (const [name, value] of present(body)) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  if (endpoint.form?.file && file) form.append(endpoint.form.file.field, file, file.name)
  return form
}

/** Returns what a call sends, ready for the wire. */
export const outgoing = (endpoint: Endpoint, parts: AnyCallInput, token: string | undefined): Outgoing => {
  const url = urlOf(endpoint, parts)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers.authorization = token
  const known = endpoint.method === 'GET' ? recall(url) : undefined
  if (known) headers['if-none-match'] = known.etag
  if (endpoint.form) return { method: endpoint.method, url, headers, body: formOf(endpoint, parts) }
  if (endpoint.body) headers['content-type'] = 'application/json'
  const body = endpoint.body ? JSON.stringify(parts.body ?? {}) : undefined
  return { method: endpoint.method, url, headers, body }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isErrorReply = (value: unknown): value is ErrorReply =>
  typeof value === 'object' && value !== null && typeof (value as ErrorReply).message === 'string'

const notSignedIn = 'not_signed_in'

/**
 * Ends the session if the reply says that it is over. A wrong password is a 401 too, on a call that anyone may make, and ends
 * nothing; nor does a late reply to a token that is no longer ours.
 */
const endSessionIfOver = (endpoint: Endpoint, status: number, body: unknown, token: string | undefined): void => {
  if (!token || getSession()?.token !== token) return
  const reply = isErrorReply(body) ? body : undefined
  if (status === 403 && reply?.expired) endSession(token, reply.message)
  else if (status === 401 && (endpoint.access !== 'anyone' || reply?.code === notSignedIn)) endSession(token)
}

const failure = (status: number, text: string, retryAfterMs?: number): CallError => {
  const body = parse(text)
  const words = wordsOf(webEn).calls
  if (isErrorReply(body)) {
    // It is read by a person who has signed in again, on the same page.
    const message = body.code === notSignedIn ? words.sessionEnded : body.message
    return new CallError(status, { ...body, message }, true, retryAfterMs)
  }
  return new CallError(status, { code: 'unreadable', message: status >= 500 ? words.serverFailed : words.unreadable }, false, retryAfterMs)
}

/** For requests that are not made by `call`, because they read bytes: handles a failure as `call` does, and returns the error to throw. */
export const toCallError = async (endpoint: Endpoint, response: Response, token: string | undefined): Promise<CallError> => {
  const text = await response.text().catch(() => '')
  endSessionIfOver(endpoint, response.status, parse(text), token)
  return failure(response.status, text)
}

const exchange = async (outgoing: Outgoing, hasFile: boolean, options: CallOptions): Promise<Incoming> => {
  const words = wordsOf(webEn).calls
  try {
    const incoming =
      hasFile || options.silenceMs !== undefined
        ? await sendByXhr(outgoing, options)
        : await sendByFetch(outgoing, limits.requestTimeoutMs, options)
    markOnline()
    return incoming
  } catch (thrown) {
    if (options.signal?.aborted) throw thrown
    markOffline()
    const timedOut = thrown instanceof DOMException && thrown.name === 'TimeoutError'
    throw new CallError(0, timedOut ? { code: 'timeout', message: words.timeout } : { code: 'network', message: words.network }, false)
  }
}

/** Makes a call. Throws `CallError`; if the caller's own `signal` aborts, the abort is thrown unchanged. */
export const call = async <E extends Endpoint>(endpoint: E, sending?: CallInput<E>, options: CallOptions = {}): Promise<Reply<E>> => {
  const token = getSession()?.token
  const parts = (sending ?? {}) as AnyCallInput
  const request = { ...outgoing(endpoint, parts, token), ...(options.keepalive && { keepalive: true }) }
  const known = recall(request.url)
  const { status, etag, text, staleInMs, retryAfterMs } = await exchange(
    request,
    endpoint.form?.file !== undefined && parts.file !== undefined,
    options,
  )
  if (staleInMs !== undefined && status < 400) options.onStaleIn?.(staleInMs)
  if (status === 304 && known) return known.body as Reply<E>
  if (status < 200 || status >= 300) {
    endSessionIfOver(endpoint, status, parse(text), token)
    throw failure(status, text, retryAfterMs)
  }
  if (text === '') return undefined as Reply<E>
  const body = parse(text)
  if (body === undefined) throw failure(status, text)
  if (endpoint.method === 'GET' && getSession()?.token === token) remember(request.url, etag, text, body)
  return body as Reply<E>
}
