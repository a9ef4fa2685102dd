import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '#web/api/store.ts'
import type { MarkColor } from '../marks.contract.ts'
import { spanOf } from './anchor.ts'
import { boxesOf } from './boxes.ts'
import type { DocumentMarks, ShownMark } from './documentMarks.ts'
import type { LaidPage } from './laidPages.ts'

/** A highlight on a page, where it is drawn. */
type Drawn = { id: string; color: MarkColor; hasNote: boolean; boxes: ReturnType<typeof boxesOf> }

const drawnOn = (laid: LaidPage, all: readonly ShownMark[], page: number): Drawn[] =>
  all.flatMap(({ id, sent }) => {
    if (sent.kind !== 'highlight' || sent.page !== page) return []
    const span = spanOf(laid.text, sent)
    const range = span && laid.rangeOf(span)
    return range ? [{ id, color: sent.color, hasNote: sent.note !== '', boxes: boxesOf(range, laid.sheet) }] : []
  })

type Props = { marks: DocumentMarks; all: readonly ShownMark[]; page: number; laid: LaidPage }

/** The highlights of a page, over its text. */
export const PageMarks = ({ marks, all, page, laid }: Props) => {
  const [drawn, setDrawn] = useState<readonly Drawn[]>([])
  const asked = useStore(marks.asked)
  const sought = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => setDrawn(drawnOn(laid, all, page)), [laid, all, page])
  useEffect(() => {
    if (!drawn.some(({ id }) => id === asked)) return
    sought.current?.scrollIntoView({ block: 'center', inline: 'nearest' })
    marks.asked.set(undefined)
  }, [drawn, asked, marks])
  return createPortal(
    drawn.flatMap(({ id, color, hasNote, boxes }) =>
      boxes.map(({ left, top, width, height }, part) => (
        <div
          key={`${id} ${left} ${top}`}
          ref={id === asked && part === 0 ? sought : undefined}
          className="mark-box"
          data-mark={id}
          data-color={color}
          data-note={hasNote || undefined}
          style={{ left: `${left * 100}%`, top: `${top * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` }}
        />
      )),
    ),
    laid.sheet,
  )
}
