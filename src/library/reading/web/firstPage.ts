import { fillPath } from '#contract/endpoint.ts'
import { extractionApi } from '#library/extraction/extraction.contract.ts'
import { call, toCallError } from '#web/api/call.ts'
import { getSession } from '#web/api/session.ts'
import { readingApi } from '../reading.contract.ts'
import { closePicture, hasDrawn, startPicture } from './firstPagePicture.ts'
import { keptPlace } from './keptPlaces.ts'

/*
 * On a device without the code that draws PDFs, the first page is a picture from the server until that code and the parts of the file
 * have arrived. They are fetched after the picture, because a slow connection divides itself among all requests.
 */

/** Maximum time that the code waits for the picture. */
const patienceMs = 8_000

const hasReader = async (): Promise<boolean> => {
  if (hasDrawn()) return true
  if (typeof caches === 'undefined') return false
  const { pdfThreadAddress } = await import('./pdfThread.ts')
  return (await caches.match(pdfThreadAddress)) !== undefined
}

const startsAtFirstPage = async (id: string, signal: AbortSignal): Promise<boolean> => {
  const page = keptPlace(id) ?? (await call(readingApi.progress, { params: { id } }, { signal })).page
  return (page ?? 1) === 1
}

const fetchPicture = async (id: string, signal: AbortSignal): Promise<Blob | undefined> => {
  const token = getSession()?.token
  const endpoint = extractionApi.firstPage
  const headers: Record<string, string> = token ? { authorization: token } : {}
  const response = await fetch(`/api${fillPath(endpoint.path, { id })}`, { headers, signal, credentials: 'same-origin' })
  if (response.ok) return response.blob()
  await toCallError(endpoint, response, token)
  return undefined
}

/** Shows a picture of the first page, if reading starts there and needs one. Returns a function that forgets it. */
export const showFirstPage = (id: string, asked: number | undefined): (() => void) => {
  const giveUp = new AbortController()
  const { signal } = giveUp
  const timer = setTimeout(() => giveUp.abort(), patienceMs)
  const load = async (): Promise<Blob | undefined> => {
    if ((asked ?? 1) !== 1 || (await hasReader())) return undefined
    if (asked === undefined && !(await startsAtFirstPage(id, signal))) return undefined
    return fetchPicture(id, signal)
  }
  const loaded = load()
    .catch(() => undefined)
    .finally(() => clearTimeout(timer))
  startPicture(id, loaded)
  return () => {
    giveUp.abort()
    clearTimeout(timer)
    closePicture(id)
  }
}
