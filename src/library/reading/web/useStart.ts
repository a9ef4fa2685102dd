import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { call } from '#web/api/call.ts'
import { refresh } from '#web/api/queryClient.ts'
import { readingApi } from '../reading.contract.ts'
import { withBooks } from './deviceBooks.ts'
import { keepPlace, keptPlace } from './keptPlaces.ts'
import type { Place } from './onDevice/books.ts'
import { createProgressKeeper } from './progressKeeper.ts'

/** The page that a document opens at, and whether it is the saved reading position. */
export type Arrival = { readonly page: number; readonly continued: boolean }

export type Start = Arrival & {
  /** The saved position: the document opens there, it opens elsewhere, or the server did not respond. */
  readonly place: 'here' | 'elsewhere' | 'unknown'
}

/** Maximum wait for the saved position. */
const patienceMs = 8_000
/** Maximum wait if this tab remembers a position. */
const patienceKeptMs = 1_000

/** Loads this person's saved position, unless the address names a page; undefined until it is known. */
export const useStart = ({ _id }: Document, asked: number | undefined): Start | undefined => {
  const [start, setStart] = useState<Start | undefined>(
    asked === undefined ? undefined : { page: asked, continued: false, place: 'elsewhere' },
  )
  const isKnown = start !== undefined
  useEffect(() => {
    if (isKnown) return
    const signal = AbortSignal.timeout(patienceMs)
    let current = true
    const settle = (next: Start) => current && setStart((before) => before ?? next)
    const here = (page: number | null | undefined) => settle({ page: page ?? 1, continued: (page ?? 1) > 1, place: 'here' })
    const kept = keptPlace(_id)
    let timer = kept === undefined ? undefined : setTimeout(() => here(kept), patienceKeptMs)
    const onDevice = withBooks(({ placeOf }) => placeOf(_id))
    const openHere = (place: Place | undefined) => {
      if (!place || !current) return
      // A page that the server does not have yet is where this person stopped.
      if (place.page !== place.saved) here(place.page)
      else timer ??= setTimeout(() => here(place.page), patienceKeptMs)
    }
    void onDevice.then(openHere)
    const openKept = async () => {
      const page = kept ?? (await onDevice)?.page
      if (page === undefined) settle({ page: 1, continued: false, place: 'unknown' })
      else here(page)
    }
    call(readingApi.progress, { params: { id: _id } }, { signal }).then(async ({ page }) => {
      const place = await onDevice
      here(page)
      await withBooks(({ noteSavedPlace }) => noteSavedPlace(_id, page, place))
    }, openKept)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [_id, isKnown])
  return start
}

/** Returns whether a position that was unknown when the document opened may be saved: only if none exists. */
const hasNoPlace = async (id: string): Promise<boolean> => (await call(readingApi.progress, { params: { id } })).page === null

/**
 * Returns a function that saves pages of a document. A page that is still on its way is given up, because it would replace the next one
 * if it arrived later.
 */
const sender = (id: string, isPlaceKnown: boolean) => {
  let isKnown = isPlaceKnown
  let sending: AbortController | undefined
  return async (page: number, last: boolean): Promise<void> => {
    isKnown ||= await hasNoPlace(id)
    sending?.abort()
    sending = new AbortController()
    if (isKnown) await call(readingApi.saveProgress, { params: { id }, body: { page } }, { keepalive: last, signal: sending.signal })
  }
}

/**
 * Saves the reading position, at the latest when the tab is hidden or the document closes. A page that could not be saved is saved again
 * once there is a network. Failures show no message: reading matters more.
 */
export const useKeepProgress = (document: Document, start: Start | undefined): ((page: number) => void) => {
  const [told] = useState<{ reached?: (page: number) => void }>({})
  const { _id } = document
  const { page: first, place } = start ?? {}
  const latest = useRef(document)
  latest.current = document
  // Runs before the pages are visible, so that the first page turn counts.
  useLayoutEffect(() => {
    if (first === undefined) return
    let saving: Promise<unknown> | undefined
    const send = sender(_id, place !== 'unknown')
    const keeper = createProgressKeeper({
      start: first,
      isReading: place !== 'elsewhere',
      save: (page, last) => {
        keepPlace(_id, page)
        const sent = send(page, last)
        void withBooks(({ placeReached }) => placeReached(latest.current, page, sent))
        saving = sent.catch(() => undefined)
        return sent
      },
    })
    told.reached = keeper.reached
    const onHidden = () => window.document.hidden && keeper.saveNow()
    window.document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('pagehide', keeper.saveNow)
    window.addEventListener('online', keeper.saveNow)
    return () => {
      window.document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('pagehide', keeper.saveNow)
      window.removeEventListener('online', keeper.saveNow)
      keeper.saveNow()
      void saving?.then(() => refresh(readingApi.saveProgress.changes))
    }
  }, [_id, first, place, told])
  return (page) => told.reached?.(page)
}
