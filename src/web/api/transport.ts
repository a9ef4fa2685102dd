import { takeEarly } from './early.ts'

/** What goes out, ready for the wire. */
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
  text: string /** After so long the clock alone makes the answer old. */
  staleInMs?: number | undefined
}
export type Progress = (sentBytes: number, totalBytes: number) => void

type Options = { signal?: AbortSignal | undefined; onProgress?: Progress | undefined }

/** Gives up after so long a silence, or where the caller does; `heard` starts it anew. `AbortSignal.any` is younger than browsers that are in use. */
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

/** By the server's own clock, since the one here may be wrong. */
const staleInMs = (headers: Headers): number | undefined => {
  const [expires, date] = ['expires', 'date'].map((name) => Date.parse(headers.get(name) ?? ''))
  return expires === undefined || Number.isNaN(expires) ? undefined : Math.max(0, expires - (date || Date.now()))
}

/** Fails with a `TimeoutError` after `silenceMs` without an answer, or without another byte of it: a slow line takes as long as it takes. */
export const sendByFetch = async ({ url, ...init }: Outgoing, silenceMs: number, { signal }: Options): Promise<Incoming> => {
  const patience = patienceOf(silenceMs, signal)
  try {
    const send = () => fetch(url, { ...init, body: init.body ?? null, credentials: 'same-origin', signal: patience.signal })
    const early = init.method === 'GET' ? takeEarly(url, init.headers.authorization, patience.signal) : undefined
    const response = await (early ? early.then((answer) => answer ?? send()) : send())
    patience.heard()
    const { status, headers } = response
    return { status, etag: headers.get('etag'), staleInMs: staleInMs(headers), text: await readText(response, patience.heard) }
  } finally {
    patience.end()
  }
}

/** For files: `fetch` tells nothing about bytes on their way. It never gives up by itself; the form shows how far it is and can stop it. */
export const sendByXhr = ({ method, url, headers, body }: Outgoing, { signal, onProgress }: Options): Promise<Incoming> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total)
    request.onload = () => resolve({ status: request.status, etag: null, text: request.responseText })
    request.onerror = () => reject(new TypeError('The upload was interrupted'))
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) reject(signal.reason)
    else request.send(body ?? null)
  })
