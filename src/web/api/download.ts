import type { Endpoint } from '#contract/endpoint.ts'
import { webEn } from '../web.en.ts'
import { wordsOf } from '../words.ts'
import { type CallInput, judgeFailure, outgoing, type Parts } from './call.ts'
import { CallError } from './callError.ts'
import { getSession } from './session.ts'

/** The name that the server gives the file, which may be in any script. */
const nameIn = (disposition: string | null): string => {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? []
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="?([^";]+)/i.exec(disposition ?? '')?.[1] ?? 'download'
}

/** Hands a file to the person, as browsers save one. */
export const saveFile = (file: File): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // The browser has taken the bytes by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const unreachable = (): never => {
  throw new CallError(0, { code: 'network', message: wordsOf(webEn).calls.network }, false)
}

/** Asks for a file that is made for this call, named as the server names it. Throws `CallError`. */
export const fetchFile = async <E extends Endpoint & { stream: true }>(endpoint: E, sending?: CallInput<E>): Promise<File> => {
  const token = getSession()?.token
  const { method, url, headers } = outgoing(endpoint, (sending ?? {}) as Parts, token)
  const response = await fetch(url, { method, headers, credentials: 'same-origin' }).catch(unreachable)
  if (!response.ok) throw await judgeFailure(endpoint, response, token)
  // Where the server fails midway the line is cut, and half a table is not saved.
  const bytes = await response.blob().catch(unreachable)
  return new File([bytes], nameIn(response.headers.get('content-disposition')), { type: bytes.type })
}

/** Asks for such a file and saves it. Throws `CallError`. */
export const download = async <E extends Endpoint & { stream: true }>(endpoint: E, sending?: CallInput<E>): Promise<void> =>
  saveFile(await fetchFile(endpoint, sending))
