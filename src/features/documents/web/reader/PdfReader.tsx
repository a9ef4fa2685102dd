import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useWords } from '#web/words.ts'
import { documentsEn } from '../../documents.en.ts'
import { PdfPage } from './PdfPage.tsx'
import { totalHeight } from './pageLayout.ts'
import { createPaintQueue } from './paintQueue.ts'
import type { Pdf } from './pdf.ts'
import { ReaderToolbar } from './ReaderToolbar.tsx'
import { type PageLayout, usePageLayout } from './usePageLayout.ts'
import { useZoomGestures } from './useZoomGestures.ts'

type Props = {
  pdf: Pdf
  title: string
  /** Where reading begins. */
  startPage: number
  onPage: (page: number) => void
  onPainted: () => void
  onFailed: () => void
}

const isTyping = (target: EventTarget): boolean => target instanceof HTMLInputElement || target instanceof HTMLSelectElement

/** What a key does; true where it did something. Home, End and the rest reach the pages wherever the focus stands. */
const pressKey = (event: KeyboardEvent, layout: PageLayout, pageCount: number, scroller: HTMLElement | null): boolean => {
  const { height } = layout.viewport
  const scroll = (x: number, y: number) => scroller?.scrollBy({ left: x, top: y })
  const sideways = layout.width > layout.viewport.width
  const actions = new Map<string, () => void>([
    ['PageDown', () => scroll(0, height * 0.9)],
    ['PageUp', () => scroll(0, -height * 0.9)],
    ['ArrowDown', () => scroll(0, 60)],
    ['ArrowUp', () => scroll(0, -60)],
    ['ArrowRight', () => (sideways ? scroll(60, 0) : layout.goTo(layout.current + 1))],
    ['ArrowLeft', () => (sideways ? scroll(-60, 0) : layout.goTo(layout.current - 1))],
    ['Home', () => layout.goTo(1)],
    ['End', () => layout.goTo(pageCount)],
    ['+', () => layout.zoomStep(1)],
    ['=', () => layout.zoomStep(1)],
    ['-', () => layout.zoomStep(-1)],
  ])
  const action = actions.get(event.key)
  action?.()
  return action !== undefined
}

/** Goes to the page where reading begins, once, as soon as the window's size is known. */
const useStartPage = (layout: PageLayout, startPage: number) => {
  const pending = useRef(startPage > 1)
  const { goTo, viewport } = layout
  useLayoutEffect(() => {
    if (!pending.current || viewport.height === 0) return
    pending.current = false
    goTo(startPage)
  }, [goTo, viewport.height, startPage])
}

/** The pages of an open PDF, one below the other, with their controls. Only the pages that are looked at exist. */
export const PdfReader = ({ pdf, title, startPage, onPage, onPainted, onFailed }: Props) => {
  const words = useWords(documentsEn).reader
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const layout = usePageLayout(pdf.pageCount, pdf.firstPage, scroller)
  const paint = useMemo(() => createPaintQueue(pdf), [pdf])
  const current = useRef(layout)
  useLayoutEffect(() => {
    current.current = layout
  })
  useStartPage(layout, startPage)
  useEffect(() => onPage(layout.current), [layout.current, onPage])

  const zoomBy = useCallback((factor: number, at: { x: number; y: number }) => current.current.zoomTo((scale) => scale * factor, at), [])
  useZoomGestures(scroller, zoomBy)
  const distance = useCallback((page: number) => Math.abs(page - current.current.current), [])
  const focusOnOpen = useCallback((element: HTMLElement | null) => {
    setScroller(element)
    element?.focus({ preventScroll: true })
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (pressKey(event, layout, pdf.pageCount, scroller)) event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the document, wherever the focus is inside the reader
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <section
        ref={focusOnOpen}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
        tabIndex={0}
        aria-label={words.pages(title)}
        className="relative min-h-0 flex-1 touch-pan-x touch-pan-y overflow-auto overscroll-contain bg-skeleton -outline-offset-2"
      >
        <div className="relative min-w-full" style={{ height: totalHeight(layout.placed), width: layout.width }}>
          {[...layout.live]
            .sort((a, b) => a - b)
            .map((page) => {
              const place = layout.placed[page - 1]
              return (
                place && (
                  <PdfPage
                    key={page}
                    {...{ pdf, paint, page, place, distance }}
                    paintScale={layout.paintScale}
                    onSize={layout.learnSize}
                    onPainted={onPainted}
                    onFailed={onFailed}
                  />
                )
              )
            })}
        </div>
      </section>
      <ReaderToolbar layout={layout} pageCount={pdf.pageCount} />
    </div>
  )
}
