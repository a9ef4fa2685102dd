import { fillPath } from '#contract/endpoint.ts'
import { extractionApi } from '#library/extraction/extraction.contract.ts'
import { call, toCallError } from '#web/api/call.ts'
import { getSession } from '#web/api/session.ts'
import { makeStore, useStore } from '#web/api/store.ts'
import { readingApi } from '../reading.contract.ts'
import { keptPlace } from './keptPlaces.ts'
import { pdfThreadAddress } from './pdfThread.ts'

/*
 * On a device without the code that draws PDFs, the first page is a picture from the server until that code and the parts of the file
 * have arrived. They are fetched after the picture, because a slow connection divides itself among all requests.
 */

/** Maximum time that the code waits for the picture. */
const patienceMs = 8_000

const picture = makeStore<{ id: string; url: string } | undefined>(undefined)
let pending: { id: string; settled: Promise<unknown> } | undefined
let isReaderHere = false

/** Called when a page was drawn: from then on, no picture is needed. */
export const noteReader = (): void => {
  isReaderHere = true
}

const hasReader = async (): Promise<boolean> =>
  isReaderHere || (typeof caches !== 'undefined' && (await caches.match(pdfThreadAddress)) !== undefined)

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
  let url: string | undefined
  const load = async () => {
    if ((asked ?? 1) !== 1 || (await hasReader())) return
    if (asked === undefined && !(await startsAtFirstPage(id, signal))) return
    const blob = await fetchPicture(id, signal)
    if (!blob || signal.aborted) return
    url = URL.createObjectURL(blob)
    picture.set({ id, url })
  }
  const settled = load()
    .catch(() => undefined)
    .finally(() => clearTimeout(timer))
  const mine = { id, settled }
  pending = mine
  return () => {
    giveUp.abort()
    clearTimeout(timer)
    if (pending === mine) pending = undefined
    if (url === undefined) return
    if (picture.get()?.url === url) picture.set(undefined)
    URL.revokeObjectURL(url)
  }
}

/** Resolves when the picture of this document's first page, or of any, is here or will not come; undefined if none was requested. */
export const firstPageSettled = (id = pending?.id): Promise<unknown> | undefined => (pending?.id === id ? pending?.settled : undefined)

/** Returns the address of the picture while there is one. */
export const useFirstPage = (id: string | undefined): string | undefined => {
  const shown = useStore(picture)
  return shown?.id === id ? shown?.url : undefined
}
