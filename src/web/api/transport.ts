import { takeEarly } from './early.ts'

/** A request, ready for the wire. */
export type Outgoing = {
  method: string
  url: string
  headers: Record<string, string>
  body: string | FormData | undefined
  keepalive?: boolean
}
export type Incoming = {
  status: number
  etag: string | null
  text: string
  /** The time after which the clock alone makes the reply stale. */
  staleInMs?: number | undefined
  /** How long the server asks to wait before another try. */
  retryAfterMs?: number | undefined
}
export type Progress = (sentBytes: number, totalBytes: number) => void

type Options = { signal?: AbortSignal | undefined }
type XhrOptions = Options & { onProgress?: Progress | undefined; silenceMs?: number | undefined }

/**
 * Aborts after a limit of silence, or when the caller does; `heard` restarts the limit. `AbortSignal.any` is newer than browsers in
 * use.
 */
const patienceOf = (ms: number, caller: AbortSignal | undefined) => {
  const giveUp = new AbortController()
  const follow = () => giveUp.abort(caller?.reason)
  if (caller?.aborted) follow()
  caller?.addEventListener('abort', follow, { once: true })
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    caller?.removeEventListener('abort', follow)
  }
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => giveUp.abort(new DOMException('No answer in time', 'TimeoutError')), ms)
  }
  heard()
  return { signal: giveUp.signal, heard, end }
}

const readText = async (response: Response, heard: () => void): Promise<string> => {
  const reader = response.body?.getReader()
  if (!reader) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    heard()
    text += decoder.decode(value, { stream: true })
  }
}

/** In seconds; our servers never send the date that the header also allows. */
const retryAfterMs = (header: string | null): number | undefined => (/^\d{1,6}$/.test(header ?? '') ? Number(header) * 1_000 : undefined)

/** By the server's own clock, since the local one may be wrong. */
const staleInMs = (headers: Headers): number | undefined => {
  const [expires, date] = ['expires', 'date'].map((name) => Date.parse(headers.get(name) ?? ''))
  return expires === undefined || Number.isNaN(expires) ? undefined : Math.max(0, expires - (date || Date.now()))
}

/**
 * Fails with a `TimeoutError` after `silenceMs` without a reply, or without another byte of it, but not because a slow connection
 * takes long.
 */
export const sendByFetch = async ({ url, ...init }: Outgoing, silenceMs: number, { signal }: Options): Promise<Incoming> => {
  const patience = patienceOf(silenceMs, signal)
  try {
    const send = () => fetch(url, { ...init, body: init.body ?? null, credentials: 'same-origin', signal: patience.signal })
    const early = init.method === 'GET' ? takeEarly(url, init.headers.authorization, patience.signal) : undefined
    const response = await (early ? early.then((answer) => answer ?? send()) : send())
    patience.heard()
    const { status, headers } = response
    const wait = retryAfterMs(headers.get('retry-after'))
    return {
      status,
      etag: headers.get('etag'),
      staleInMs: staleInMs(headers),
      retryAfterMs: wait,
      text: await readText(response, patience.heard),
    }
  } finally {
    patience.end()
  }
}

/**
 * For files: `fetch` reports no progress of uploads. It has no timeout, since the form shows the progress and can stop it; with
 * `silenceMs` it fails with a `TimeoutError` after that time without another byte.
 */
export const sendByXhr = ({ method, url, headers, body }: Outgoing, { signal, onProgress, silenceMs }: XhrOptions): Promise<Incoming> => {
  const patience = silenceMs === undefined ? undefined : patienceOf(silenceMs, signal)
  const ending = patience?.signal ?? signal
  return new Promise<Incoming>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => {
      patience?.heard()
      onProgress?.(loaded, total)
    }
    request.onprogress = () => patience?.heard()
    request.onload = () => {
      const wait = retryAfterMs(request.getResponseHeader('retry-after'))
      resolve({ status: request.status, etag: null, retryAfterMs: wait, text: request.responseText })
    }
    request.onerror = () => reject(new TypeError('The upload was interrupted'))
    request.onabort = () => reject(ending?.reason ?? new DOMException('Aborted', 'AbortError'))
    ending?.addEventListener('abort', () => request.abort(), { once: true })
    if (ending?.aborted) reject(ending.reason)
    else request.send(body ?? null)
  }).finally(() => patience?.end())
}
