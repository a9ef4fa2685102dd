import type { Endpoint } from '#contract/endpoint.ts'
import { webEn } from '../web.en.ts'
import { wordsOf } from '../words.ts'
import { type AnyCallInput, type CallInput, outgoing, toCallError } from './call.ts'
import { CallError } from './callError.ts'
import { getSession } from './session.ts'

/** Returns the file name from the server, which may be in any script. */
const nameIn = (disposition: string | null): string => {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? []
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="?([^";]+)/i.exec(disposition ?? '')?.[1] ?? 'download'
}

/** Lets the browser save a file from an address of this server, with its own progress display. */
export const saveFrom = (url: string, name: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Saves a file on the device. */
export const saveFile = (file: File): void => {
  const url = URL.createObjectURL(file)
  saveFrom(url, file.name)
  // The browser has taken the bytes by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const unreachable = (): never => {
  throw new CallError(0, { code: 'network', message: wordsOf(webEn).calls.network }, false)
}

export type Receiving = {
  signal?: AbortSignal | undefined
  /** Called with the number of bytes received. */
  onBytes?: ((received: number) => void) | undefined
  /** Only the first bytes of the file are requested. */
  first?: number
}

const bytesOf = async (response: Response, onBytes: Receiving['onBytes']): Promise<Blob> => {
  const reader = onBytes && response.body?.getReader()
  if (!reader) return response.blob()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(chunks, { type: response.headers.get('content-type') ?? '' })
    chunks.push(value)
    received += value.length
    onBytes(received)
  }
}

/** Fetches a file, named as the server names it. Throws `CallError`; if the caller's own `signal` aborts, the abort is thrown unchanged. */
export const fetchFile = async <E extends Endpoint & { stream: true }>(
  endpoint: E,
  sending?: CallInput<E>,
  { signal, onBytes, first }: Receiving = {},
): Promise<File> => {
  const token = getSession()?.token
  const { method, url, headers, body } = outgoing(endpoint, (sending ?? {}) as AnyCallInput, token)
  const asked = first === undefined ? headers : { ...headers, range: `bytes=0-${first - 1}` }
  const failed = (error: unknown): never => {
    if (signal?.aborted) throw error
    return unreachable()
  }
  const response = await fetch(url, {
    method,
    headers: asked,
    credentials: 'same-origin',
    ...(body && { body }),
    ...(signal && { signal }),
  }).catch(failed)
  if (!response.ok) throw await toCallError(endpoint, response, token)
  // If the server fails midway, it cuts the connection, so that half a table is not saved.
  const bytes = await bytesOf(response, onBytes).catch(failed)
  return new File([bytes], nameIn(response.headers.get('content-disposition')), { type: bytes.type })
}

/** Fetches such a file and saves it. Throws `CallError`. */
export const download = async <E extends Endpoint & { stream: true }>(endpoint: E, sending?: CallInput<E>): Promise<void> =>
  saveFile(await fetchFile(endpoint, sending))
