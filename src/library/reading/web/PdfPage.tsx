import { useEffect, useRef, useState } from 'react'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import { canvasSizeOf } from './canvasSize.ts'
import type { LaidTexts } from './laidTexts.ts'
import { PdfPageText, pageNote, type Sought } from './PdfPageText.tsx'
import type { Placed } from './pageLayout.ts'
import { freeCanvas, type PaintQueue } from './paintQueue.ts'
import type { Pdf } from './pdf.ts'
import type { Size } from './zoom.ts'

type Props = {
  pdf: Pdf
  paint: PaintQueue
  page: number
  place: Placed
  /** The zoom to paint at; while it lags behind, the previous picture is stretched. */
  paintScale: number
  /** Returns the distance of the page from the viewport. Called often; its identity never changes. */
  distance: (page: number) => number
  sought: Sought
  texts: LaidTexts
  onSize: (page: number, size: Size) => void
  onPainted: () => void
  onFailed: () => void
}

/** The page's own size, once it is loaded. */
const useSize = ({ pdf, page, onSize, onFailed }: Pick<Props, 'pdf' | 'page' | 'onSize' | 'onFailed'>): Size | undefined => {
  const [size, setSize] = useState<Size>()
  useEffect(() => {
    let current = true
    pdf.sizeOf(page).then(
      (known) => {
        if (!current) return
        onSize(page, known)
        setSize(known)
      },
      () => current && onFailed(),
    )
    return () => {
      current = false
      pdf.release(page)
    }
  }, [pdf, page, onSize, onFailed])
  return size
}

/** Keeps one canvas in `host`, painted for the size and zoom; the previous one stays until the next is ready. */
const useCanvas = ({ paint, page, paintScale, distance, onPainted, onFailed }: Props, size: Size | undefined) => {
  const host = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(undefined)
  useEffect(() => {
    if (!size) return
    const aborter = new AbortController()
    const { width, height } = canvasSizeOf({ width: size.width * paintScale, height: size.height * paintScale })
    paint({ page, width, height, distance: () => distance(page), signal: aborter.signal }).then(
      (painted) => {
        if (aborter.signal.aborted || !host.current) return freeCanvas(painted)
        painted.className = 'block h-full w-full'
        painted.setAttribute('aria-hidden', 'true')
        host.current.replaceChildren(painted)
        if (canvas.current) freeCanvas(canvas.current)
        canvas.current = painted
        onPainted()
      },
      () => {
        if (!aborter.signal.aborted) onFailed()
      },
    )
    return () => aborter.abort()
  }, [paint, page, paintScale, distance, onPainted, onFailed, size])
  useEffect(
    () => () => {
      if (canvas.current) freeCanvas(canvas.current)
    },
    [],
  )
  return host
}

/** One page: a blank sheet at once, then its picture, and then its text layer. */
export const PdfPage = (props: Props) => {
  const words = useWords(readingEn)
  const { pdf, page, place, sought, texts } = props
  const [painted, setPainted] = useState(false)
  const [failed, setFailed] = useState(false)
  const { onPainted, onFailed } = props
  const told = useRef({
    onPainted: () => {
      setPainted(true)
      onPainted()
    },
    onFailed: () => {
      setFailed(true)
      onFailed()
    },
  }).current
  const size = useSize({ ...props, ...told })
  const host = useCanvas({ ...props, ...told }, size)
  const { top, width, height } = place
  const fault = painted ? pdf.faultOf(page) : undefined
  return (
    // biome-ignore lint/a11y/useSemanticElements: a page of a document is not a set of form fields
    <div
      role="group"
      aria-label={words.pageOf(page, pdf.pageCount)}
      className="-translate-x-1/2 reader-paper absolute left-1/2 shadow-sm"
      style={{ top, width, height }}
    >
      <div ref={host} className="h-full w-full" />
      {!painted && <p className="absolute inset-0 flex items-center justify-center text-sm">{failed ? words.pageFailed : page}</p>}
      {fault && (
        <p role="note" className={pageNote}>
          {fault === 'pictures' ? words.picturesFailed : words.pageDamaged}
        </p>
      )}
      {size && <PdfPageText {...{ pdf, page, painted, sought, texts }} scale={width / size.width} />}
    </div>
  )
}
