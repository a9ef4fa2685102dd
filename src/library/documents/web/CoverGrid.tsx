import { useLayoutEffect, useState } from 'react'
import { useLongRows } from '#web/ui/useLongRows.ts'
import type { Document } from '../documents.contract.ts'
import { CoverCard } from './CoverCard.tsx'
import { coverGrid } from './CoverGridSkeleton.tsx'
import type { RowActions } from './DocumentRow.tsx'

type Props = { documents: readonly Document[]; query: string; actions: RowActions; label: string }

/** Between the cards, in pixels, as the style sheet has it. */
const gap = 8
/** What stands below a cover: two lines of title and one of category. */
const belowCover = 104
/** A short grid is simply there; only a longer one keeps no more than is looked at. */
const short = 60

type Shape = { columns: number; height: number }

/** Tells how many columns the style sheet makes of the width, and how high a row of them is about. */
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

/** Documents as their covers, as many beside each other as there is room for. */
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
