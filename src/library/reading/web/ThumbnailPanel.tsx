import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { formatNumber, useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import type { PaintQueue } from './paintQueue.ts'
import type { Pdf } from './pdf.ts'
import { createThumbnails, type Thumbnails, thumbnailBox } from './thumbnails.ts'

type PictureProps = {
  page: number
  isCurrent: boolean
  thumbnails: Thumbnails
  distance: (page: number) => number
  onPress: (page: number) => void
}

/** The thumbnail of a page once it is painted; pages that are scrolled past are skipped. */
const usePicture = ({ thumbnails, page, distance }: Pick<PictureProps, 'thumbnails' | 'page' | 'distance'>): string | undefined => {
  const [url, setUrl] = useState(thumbnails.known(page))
  useEffect(() => {
    const aborter = new AbortController()
    thumbnails
      .make(page, () => distance(page), aborter.signal)
      .then(
        (made) => aborter.signal.aborted || setUrl(made),
        () => undefined,
      )
    return () => aborter.abort()
  }, [thumbnails, page, distance])
  return url
}

const Thumbnail = ({ page, isCurrent, onPress, ...rest }: PictureProps) => {
  const words = useWords(readingEn)
  const url = usePicture({ page, ...rest })
  return (
    <button
      type="button"
      data-page={page}
      aria-label={words.thumbnail(page)}
      aria-current={isCurrent ? 'page' : undefined}
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => onPress(page)}
      className={`flex cursor-pointer flex-col items-center gap-[4px] rounded-lg p-[8px] outline-offset-0 hover:bg-hover ${isCurrent ? 'bg-primary-soft font-semibold text-primary-text' : 'text-muted'}`}
    >
      <span style={thumbnailBox} className="flex items-center justify-center">
        {url ? (
          <img src={url} alt="" draggable={false} className="reader-sheet max-h-full max-w-full shadow-sm" />
        ) : (
          <span className="reader-paper h-full w-[90px] shadow-sm" />
        )}
      </span>
      <span className="text-sm leading-normal tabular-nums">{formatNumber(page)}</span>
    </button>
  )
}

export type ThumbnailProps = {
  pdf: Pdf
  paint: PaintQueue
  current: number
  distance: (page: number) => number
  goTo: (page: number) => void
  /** True for a row, false for a column. */
  isStrip: boolean
}

const useThumbnails = (pdf: Pdf, paint: PaintQueue): Thumbnails => {
  const thumbnails = useMemo(() => createThumbnails(pdf, paint), [pdf, paint])
  useEffect(() => () => thumbnails.close(), [thumbnails])
  return thumbnails
}

/** Height in pixels of the page number below a thumbnail, which grows with the text size. */
const numberHeight = (): number => 1.4 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Returns the page that a key moves to. */
const pageByKey = (key: string, current: number, pageCount: number): number | undefined => {
  if (key === 'ArrowDown' || key === 'ArrowRight') return Math.min(pageCount, current + 1)
  if (key === 'ArrowUp' || key === 'ArrowLeft') return Math.max(1, current - 1)
  if (key === 'Home') return 1
  return key === 'End' ? pageCount : undefined
}

/** Thumbnails of all pages in a column or row. Only visible ones are rendered. */
export const ThumbnailPanel = ({ pdf, paint, current, distance, goTo, isStrip }: ThumbnailProps) => {
  const words = useWords(readingEn)
  const scroller = useRef<HTMLElement>(null)
  const thumbnails = useThumbnails(pdf, paint)
  const virtual = useVirtualizer({
    count: pdf.pageCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isStrip ? thumbnailBox.width + 24 : thumbnailBox.height + 28 + numberHeight()),
    horizontal: isStrip,
    overscan: 2,
    paddingStart: 4,
    paddingEnd: 4,
    useFlushSync: false,
  })
  useEffect(() => virtual.scrollToIndex(current - 1, { align: 'auto' }), [virtual, current])

  const onKeyDown = (event: KeyboardEvent) => {
    const page = pageByKey(event.key, current, pdf.pageCount)
    if (page === undefined) return
    event.preventDefault()
    event.stopPropagation()
    goTo(page)
    virtual.scrollToIndex(page - 1, { align: 'auto' })
    // The page's button is rendered once the list has scrolled.
    setTimeout(() => scroller.current?.querySelector<HTMLElement>(`[data-page="${page}"]`)?.focus({ preventScroll: true }), 60)
  }
  const total = virtual.getTotalSize()
  return (
    <nav
      ref={scroller}
      aria-label={words.thumbnails}
      onKeyDown={onKeyDown}
      className={`relative overflow-auto overscroll-contain ${isStrip ? 'h-[calc(162px+1.5rem)] shrink-0' : 'min-h-0 flex-1'}`}
    >
      <ul style={isStrip ? { width: total, height: '100%' } : { height: total }} className="relative">
        {virtual.getVirtualItems().map(({ index, start, size }) => (
          <li
            key={index}
            className={isStrip ? 'absolute top-1 left-0' : 'absolute top-0 left-0 flex w-full justify-center'}
            style={isStrip ? { transform: `translateX(${start}px)`, width: size } : { transform: `translateY(${start}px)`, height: size }}
          >
            <Thumbnail page={index + 1} isCurrent={index + 1 === current} onPress={goTo} {...{ thumbnails, distance }} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
