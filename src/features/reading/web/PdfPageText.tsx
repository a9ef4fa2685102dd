import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '#web/words.ts'
import { readingEn } from '../reading.en.ts'
import type { Place } from './find/finder.ts'
import { type Box, foundBoxes } from './foundBoxes.ts'
import type { Pdf } from './pdf.ts'
import type { LaidText } from './pdfText.ts'

/** Milliseconds after the picture: who only scrolls past needs no words. */
const restMs = 150

/** What is looked for on a page: the folded query, and which of its matches is the one that is looked at. */
export type Sought = { readonly query: string; readonly index: number | undefined; readonly asked?: Place | undefined }

type Props = { pdf: Pdf; page: number; painted: boolean; scale: number; sought: Sought }

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

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`
const styleOf = ({ left, top, width, height }: Box) => ({
  left: percent(left),
  top: percent(top),
  width: percent(width),
  height: percent(height),
})

const isWithin = (mark: DOMRect, view: DOMRect): boolean =>
  mark.top >= view.top && mark.bottom <= view.bottom && mark.left >= view.left && mark.right <= view.right

/** The words of a page, for those who select, search or listen, and the marks of what was found. */
export const PdfPageText = ({ pdf, page, painted, scale, sought }: Props) => {
  const words = useWords(readingEn)
  const { host, laid } = useLaidText({ pdf, page, painted })
  const [boxes, setBoxes] = useState<Box[][]>([])
  const current = useRef<HTMLDivElement>(null)
  const { query, index } = sought
  useLayoutEffect(() => {
    const sheet = host.current?.parentElement
    setBoxes(laid && sheet && query.trim() !== '' ? foundBoxes(laid, query, sheet.getBoundingClientRect()) : [])
  }, [laid, query, host])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another match, or the same one asked for again, is brought into view
  useLayoutEffect(() => {
    const mark = current.current
    const view = mark?.closest('section')
    if (mark && view && !isWithin(mark.getBoundingClientRect(), view.getBoundingClientRect()))
      mark.scrollIntoView({ block: 'center', inline: 'nearest' })
  }, [boxes, sought])
  return (
    <>
      <div ref={host} className="reader-text" style={{ '--total-scale-factor': scale } as Record<string, number>} />
      {boxes.map((parts, match) =>
        parts.map((box, part) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: matches have nothing but their place
            key={`${match} ${part}`}
            ref={match === index && part === 0 ? current : undefined}
            className="reader-found"
            data-current={match === index || undefined}
            style={styleOf(box)}
          />
        )),
      )}
      {laid && laid.text.trim() === '' && <p className="sr-only">{words.pageWithoutText}</p>}
    </>
  )
}
