import { useEffect, useState } from 'react'
import { homeApi } from '#features/home/home.contract.ts'
import { call } from '#web/api/call.ts'
import { refresh } from '#web/api/queryClient.ts'
import { type Document, documentsApi } from '../../documents.contract.ts'
import { createProgressKeeper } from './progressKeeper.ts'

/** Where reading begins, and whether it is where it once stopped. */
export type Start = { readonly page: number; readonly continued: boolean }

/** Nobody waits longer to learn where to begin. */
const patienceMs = 3_000

/** Asks where this person stopped reading, unless the address names a page; undefined until that is known. */
export const useStart = ({ _id }: Document, asked: number | undefined): Start | undefined => {
  const [start, setStart] = useState<Start | undefined>(asked === undefined ? undefined : { page: asked, continued: false })
  const isKnown = start !== undefined
  useEffect(() => {
    if (isKnown) return
    const signal = AbortSignal.timeout(patienceMs)
    let current = true
    const settle = (page: number | null) => current && setStart({ page: page ?? 1, continued: page !== null && page > 1 })
    call(documentsApi.progress, { params: { id: _id } }, { signal }).then(
      ({ page }) => settle(page),
      () => settle(null),
    )
    return () => {
      current = false
    }
  }, [_id, isKnown])
  return start
}

/** Keeps where somebody reads, at the latest when the tab is hidden or the document closes. Failures stay silent: reading matters more. */
export const useKeepProgress = ({ _id }: Document, start: Start | undefined): ((page: number) => void) => {
  const [told] = useState<{ reached?: (page: number) => void }>({})
  const first = start?.page
  useEffect(() => {
    if (first === undefined) return
    let saving: Promise<unknown> | undefined
    const keeper = createProgressKeeper({
      start: first,
      save: (page, last) => {
        const sent = call(documentsApi.saveProgress, { params: { id: _id }, body: { page } }, { keepalive: last })
        saving = sent.catch(() => undefined)
      },
    })
    told.reached = keeper.reached
    const onHidden = () => document.hidden && keeper.leave()
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('pagehide', keeper.leave)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('pagehide', keeper.leave)
      keeper.leave()
      void saving?.then(() => refresh(homeApi.dashboard))
    }
  }, [_id, first, told])
  return (page) => told.reached?.(page)
}
