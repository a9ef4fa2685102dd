import { useEffect, useRef, useState } from 'react'
import { canvasSizeOf } from './canvasSize.ts'
import { freeCanvas, type PaintQueue } from './paintQueue.ts'
import type { Pdf } from './pdf.ts'

/** Added to the distance, so that visible pages are painted first. */
const behindPages = 1_000_000

type Pages = { pdf: Pdf; paint: PaintQueue; scaleOf: (page: number) => number }

/** Returns whether any page can be painted. Pages are tried one after the other, each at its displayed size. */
const hasPaintablePage = async ({ pdf, paint, scaleOf }: Pages, signal: AbortSignal): Promise<boolean> => {
  for (let page = 1; page <= pdf.pageCount; page += 1) {
    try {
      const { width, height } = await pdf.sizeOf(page)
      const scale = scaleOf(page)
      const size = canvasSizeOf({ width: width * scale, height: height * scale })
      freeCanvas(await paint({ page, ...size, distance: () => behindPages + page, signal }))
      return true
    } catch {
      signal.throwIfAborted()
    } finally {
      pdf.release(page)
    }
  }
  return false
}

type Outcome = { onPainted: () => void; onFailed: () => void }

/** Pages fail independently. Calls `onPainted` once a page was painted, and `onFailed` once every page of the document has failed. */
export const useAvailability = (pages: Pages, outcome: Outcome) => {
  const latest = useRef({ pages, outcome })
  latest.current = { pages, outcome }
  const aborter = useRef<AbortController>(undefined)
  useEffect(() => () => aborter.current?.abort(), [])
  const [report] = useState(() => {
    let isAvailable = false
    const painted = () => {
      isAvailable = true
      latest.current.outcome.onPainted()
    }
    const failed = () => {
      if (isAvailable || aborter.current) return
      aborter.current = new AbortController()
      hasPaintablePage(latest.current.pages, aborter.current.signal).then(
        (found) => (found || isAvailable ? painted() : latest.current.outcome.onFailed()),
        () => undefined,
      )
    }
    return { painted, failed }
  })
  return report
}
