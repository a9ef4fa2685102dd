import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import type { Place } from './find/finder.ts'
import { type Box, foundBoxes, rangeOf } from './foundBoxes.ts'
import type { LaidTexts } from './laidTexts.ts'
import type { Pdf } from './pdf.ts'
import type { LaidText } from './pdfText.ts'

/** Delay in milliseconds after the picture, since pages that are only scrolled past need no text. */
const restMs = 150

/** The search on a page: the folded query, and the index of the current match. */
export type Sought = { readonly query: string; readonly index: number | undefined; readonly asked?: Place | undefined }

type Props = { pdf: Pdf; page: number; painted: boolean; scale: number; sought: Sought; texts: LaidTexts }

const useLaidText = ({ pdf, page, painted }: Pick<Props, 'pdf' | 'page' | 'painted'>) => {
  const host = useRef<HTMLDivElement>(null)
  const [laid, setLaid] = useState<LaidText>()
  useEffect(() => {
    if (!painted) return
    let current = true
    const timer = setTimeout(() => {
      if (!host.current) return
      pdf.layText(page, host.current).then(
        (text) => current && setLaid(text),
        () => undefined,
      )
    }, restMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [pdf, page, painted])
  return { host, laid }
}

/** The style of a message at the top of a page. */
export const pageNote = 'absolute inset-x-0 top-0 border-warning border-b-2 bg-warning-soft px-3 py-2 text-center text-ink text-sm'

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`
const styleOf = ({ left, top, width, height }: Box) => ({
  left: percent(left),
  top: percent(top),
  width: percent(width),
  height: percent(height),
})

const isWithin = (mark: DOMRect, view: DOMRect): boolean =>
  mark.top >= view.top && mark.bottom <= view.bottom && mark.left >= view.left && mark.right <= view.right

/** The boxes of each match; undefined until the text is laid out. */
const useBoxes = (laid: LaidText | undefined, host: RefObject<HTMLElement | null>, query: string): readonly Box[][] | undefined => {
  const [boxes, setBoxes] = useState<Box[][]>()
  useLayoutEffect(() => {
    const sheet = host.current?.parentElement
    if (laid && sheet) setBoxes(query.trim() === '' ? [] : foundBoxes(laid, query, sheet.getBoundingClientRect()))
  }, [laid, query, host])
  return boxes
}

/** Registers the text for the marks on the page. */
const useRegistered = (texts: LaidTexts, page: number, laid: LaidText | undefined, host: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const sheet = host.current?.parentElement
    return laid && sheet ? texts.add(page, { ...laid, sheet, rangeOf: (span) => rangeOf(laid, span) }) : undefined
  }, [texts, page, laid, host])
}

/** The text layer of a page, for selection, search and screen readers, with marks on the matches. */
export const PdfPageText = ({ pdf, page, painted, scale, sought, texts }: Props) => {
  const words = useWords(readingEn)
  const { host, laid } = useLaidText({ pdf, page, painted })
  useRegistered(texts, page, laid, host)
  const { query, index } = sought
  const boxes = useBoxes(laid, host, query)
  const current = useRef<HTMLElement>(null)
  const hold = (element: HTMLElement | null) => {
    current.current = element
  }
  // The server's text may have more matches on this page than can be marked.
  const marked = index === undefined || !boxes ? undefined : Math.min(index, boxes.length - 1)
  const isUnmarked = boxes !== undefined && marked !== undefined && query.trim() !== '' && !boxes[marked]?.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to every new match, and again when the same one is requested again
  useLayoutEffect(() => {
    const mark = current.current
    const view = mark?.closest('section')
    if (mark && view && !isWithin(mark.getBoundingClientRect(), view.getBoundingClientRect()))
      mark.scrollIntoView({ block: 'center', inline: 'nearest' })
  }, [boxes, sought])
  return (
    <>
      <div ref={host} className="reader-text" style={{ '--total-scale-factor': scale } as Record<string, number>} />
      {boxes?.map((parts, match) =>
        parts.map((box, part) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: matches have no identity other than their place
            key={`${match} ${part}`}
            ref={match === marked && part === 0 ? hold : undefined}
            className="reader-found"
            data-current={match === marked || undefined}
            style={styleOf(box)}
          />
        )),
      )}
      {isUnmarked && (
        <p ref={hold} role="status" className={pageNote}>
          {words.find.unmarked}
        </p>
      )}
      {laid && laid.text.trim() === '' && <p className="sr-only">{words.pageWithoutText}</p>}
    </>
  )
}
