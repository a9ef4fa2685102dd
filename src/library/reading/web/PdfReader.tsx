import { Images } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Embed } from '#web/shell/Embed.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import { ContinuedNotice } from './ContinuedNotice.tsx'
import { askServer } from './find/askServer.ts'
import type { Searchable } from './find/finder.ts'
import { type Find, useFind } from './find/useFind.ts'
import { createLaidTexts } from './laidTexts.ts'
import { PdfPages } from './PdfPages.tsx'
import { createPaintQueue, type PaintQueue } from './paintQueue.ts'
import type { Pdf } from './pdf.ts'
import { ReaderFrame } from './ReaderFrame.tsx'
import { ReaderMenu } from './ReaderMenu.tsx'
import { PageControls, ZoomControls } from './ReaderToolbar.tsx'
import { pressKey } from './readerKeys.ts'
import { useArrival } from './useArrival.ts'
import { useAvailability } from './useAvailability.ts'
import { useBars } from './useBars.ts'
import { BookmarkButton, marksInReader, useMarks } from './useMarks.tsx'
import { type PageLayout, usePageLayout } from './usePageLayout.ts'
import { useScroller } from './useScroller.ts'
import { SidePanelSlot, useSidePanel } from './useSidePanel.tsx'
import type { Arrival } from './useStart.ts'
import { useZoomGestures } from './useZoomGestures.ts'
import { WaitingStrip } from './WaitingStrip.tsx'

type Props = {
  pdf: Pdf
  title: string
  /** Set for documents of the library. */
  documentId?: string | undefined
  start: Arrival
  /** Shown over the pages until the first of them is painted. */
  loading?: ReactNode
  /** True while missing parts of the document are not arriving. */
  isWaiting?: boolean
  onPage: (page: number) => void
  /** Called once a page is visible. */
  onPainted: () => void
  /** Called if no page can be painted. */
  onFailed: () => void
}

const usePaintQueue = (pdf: Pdf, isWaiting: boolean): PaintQueue => {
  const latest = useRef(isWaiting)
  latest.current = isWaiting
  return useMemo(() => createPaintQueue(pdf, () => latest.current), [pdf])
}

/** The texts of the pages, each loaded once; if the server has them too, the search runs there. */
const useSearchable = (pdf: Pdf, documentId: string | undefined): Searchable =>
  useMemo(() => {
    const known = new Map<number, Promise<string>>()
    const textOf = (page: number) => {
      const text = known.get(page) ?? pdf.textOf(page)
      known.set(page, text)
      return text
    }
    return { count: pdf.pageCount, textOf, ...(documentId !== undefined && { ask: askServer(documentId, pdf.pageCount) }) }
  }, [pdf, documentId])

/** Scrolls to the page of the current match; the page itself then scrolls to the match. */
const usePlace = ({ place }: Find, layout: PageLayout) => {
  const latest = useRef(layout)
  latest.current = layout
  useEffect(() => {
    if (place && !latest.current.live.includes(place.unit)) latest.current.goTo(place.unit)
  }, [place])
}

/** The pages of an open PDF, one below the other, with their controls. */
export const PdfReader = ({ pdf, title, documentId, start, loading, isWaiting = false, onPage, onPainted, onFailed }: Props) => {
  const words = useWords(readingEn)
  const [scroller, scrollerRef] = useScroller()
  const layout = usePageLayout(pdf.pageCount, pdf.firstPage, scroller)
  const paint = usePaintQueue(pdf, isWaiting)
  const current = useRef(layout)
  useLayoutEffect(() => {
    current.current = layout
  })
  const available = useAvailability({ pdf, paint, scaleOf: layout.paintScaleOf }, { onPainted, onFailed })
  useArrival(layout, start, onPage)
  const find = useFind(useSearchable(pdf, documentId), () => current.current.current)
  usePlace(find, layout)

  useZoomGestures(scroller, layout)
  const distance = useCallback((page: number) => Math.abs(page - current.current.current), [])
  const [texts] = useState(createLaidTexts)
  const marks = useMarks(documentId, !loading, texts)
  const panel = useSidePanel(pdf, layout, scroller, marks)
  const style = useBars(scroller, !panel.side && !find.isOpen)
  const controls = (
    <>
      <IconButton label={panel.side ? words.hidePanel : words.showPanel} aria-expanded={panel.side !== undefined} onPress={panel.toggle}>
        <Images />
      </IconButton>
      <PageControls layout={layout} pageCount={pdf.pageCount} scroller={scroller} />
      <ZoomControls layout={layout} isFitInMenu />
    </>
  )
  return (
    <ReaderFrame
      {...{ find, scroller, controls }}
      last={<ReaderMenu layout={layout} />}
      onKey={(event) => marks.pressKey(event, layout.current) || pressKey(event, layout, pdf.pageCount, scroller)}
    >
      <BookmarkButton marks={marks} page={layout.current} />
      {marks.marks && <Embed screen={marksInReader} marks={marks.marks} pages={texts} scroller={scroller} showPanel={panel.showNotes} />}
      <div className={`flex min-h-0 flex-1 ${panel.isStrip ? 'flex-col' : ''}`}>
        <SidePanelSlot panel={panel} {...{ pdf, paint, distance }} current={layout.current} goTo={layout.goTo} />
        <div className="relative flex min-h-0 min-w-0 flex-1">
          <section
            ref={scrollerRef}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
            tabIndex={0}
            aria-label={words.pages(title)}
            style={style}
            className="relative min-w-0 flex-1 touch-pan-x touch-pan-y overflow-auto overscroll-contain bg-skeleton -outline-offset-2"
          >
            <PdfPages {...{ pdf, layout, paint, find, texts, distance }} onPainted={available.painted} onFailed={available.failed} />
          </section>
          {loading && <div className="pointer-events-none absolute inset-0 flex">{loading}</div>}
          <WaitingStrip isWaiting={isWaiting && !loading} />
          {start.continued && <ContinuedNotice page={start.page} onToStart={() => layout.goTo(1)} />}
        </div>
      </div>
    </ReaderFrame>
  )
}
