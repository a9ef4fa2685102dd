import { useLayoutEffect, useState } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { useLongRows } from '#web/ui/useLongRows.ts'
import { CoverCard } from './CoverCard.tsx'
import { coverGrid } from './CoverGridSkeleton.tsx'
import type { RowActions } from './rowActions.ts'

type Props = { documents: readonly Document[]; query: string; actions: RowActions; label: string }

/** Gap between the cards in pixels, as in the style sheet. */
const gap = 8
/** Height of the text below a cover: two lines of title and one of category. */
const belowCover = 104
/** Grids up to this length are rendered whole; longer ones are virtualized. */
const short = 60

type Shape = { columns: number; height: number }

/** Observes how many columns the style sheet fits into the width, and the approximate height of a row. */
const followShape = (list: HTMLElement | null, tell: (change: (before: Shape) => Shape) => void) => {
  if (!list) return undefined
  const measure = () => {
    const widths = getComputedStyle(list).gridTemplateColumns.split(' ').map(Number.parseFloat)
    const next = { columns: widths.length, height: Math.round((widths[0] || 160) * 1.4) + belowCover }
    tell((before) => (before.columns === next.columns && before.height === next.height ? before : next))
  }
  measure()
  const observer = new ResizeObserver(measure)
  observer.observe(list)
  return () => observer.disconnect()
}

const LongGrid = ({ documents, query, actions, label }: Props) => {
  const [{ columns, height }, setShape] = useState<Shape>({ columns: 2, height: 320 })
  const { list, shown, before, after, measure } = useLongRows<HTMLUListElement, HTMLLIElement>({
    count: Math.ceil(documents.length / columns),
    keyOf: (row) => `${columns} ${documents[row * columns]?._id ?? row}`,
    usualHeight: height,
    gap,
  })
  useLayoutEffect(() => followShape(list.current, setShape), [list])
  const from = (shown[0] ?? 0) * columns
  const to = ((shown.at(-1) ?? -1) + 1) * columns
  return (
    <ul ref={list} aria-label={label} className={coverGrid} style={{ paddingTop: before, paddingBottom: after }}>
      {documents.slice(from, to).map((document, at) => (
        <li
          key={document._id}
          aria-setsize={documents.length}
          aria-posinset={from + at + 1}
          // The first card of a row is as high as the row.
          {...(at % columns === 0 && { ref: measure, 'data-index': (from + at) / columns })}
        >
          <CoverCard {...{ document, query, actions }} among={documents} />
        </li>
      ))}
    </ul>
  )
}

/** Documents as covers, with as many columns as fit. */
export const CoverGrid = (props: Props) => {
  const { documents, query, actions, label } = props
  if (documents.length > short) return <LongGrid {...props} />
  return (
    <ul aria-label={label} className={coverGrid}>
      {documents.map((document) => (
        <li key={document._id}>
          <CoverCard {...{ document, query, actions }} among={documents} />
        </li>
      ))}
    </ul>
  )
}
