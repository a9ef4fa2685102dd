// biome-ignore-all lint/a11y: a virtualized table is described by roles.
// biome-ignore-all lint/suspicious/noArrayIndexKey: cells have no identity other than their place.
import { memo, type Ref } from 'react'
import { countIn, foldText } from '#library/extraction/extraction.find.policy.ts'
import { formatNumber, useWords } from '#web/words.ts'
import { readingEn } from '../../reading.en.ts'
import { Marked } from '../find/Marked.tsx'
import type { Csv } from './csv.ts'

const cell = 'wrap-anywhere border-line border-r border-b px-2 py-1.5 whitespace-pre-wrap'

type HeadingProps = { cells: readonly string[]; columns: string }

export const TableHeading = ({ cells, columns }: HeadingProps) => (
  <div role="rowgroup" className="sticky top-0 z-10">
    <div role="row" aria-rowindex={1} className="grid bg-background" style={{ gridTemplateColumns: columns }}>
      <div role="columnheader" className={cell}>
        <span className="sr-only">{useWords(readingEn).row}</span>
      </div>
      {cells.map((text, column) => (
        <div key={column} role="columnheader" dir="auto" className={`${cell} font-semibold`}>
          {text || <span className="sr-only">{column + 1}</span>}
        </div>
      ))}
    </div>
  </div>
)

/** Returns the index of the first match in each cell of a row. */
const firstMatches = (cells: readonly string[], query: string): number[] => {
  let before = 0
  return cells.map((text) => {
    const first = before
    before += countIn(foldText(text), query)
    return first
  })
}

type RowProps = {
  csv: Csv
  columns: string
  /** Index below the heading, from 0. */
  index: number
  /** Pixels below the heading. */
  start: number
  query: string
  /** The index of the current match in this row. */
  current: number | undefined
  mark: Ref<HTMLElement>
  measure: Ref<HTMLDivElement>
}

/** Memoized, because scrolling re-renders all visible rows. */
export const TableRow = memo(({ csv, columns, index, start, query, current, mark, measure }: RowProps) => {
  const cells = csv.rowAt(index)
  const firsts = current === undefined ? [] : firstMatches(cells, query)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      ref={measure}
      className="absolute top-0 left-0 grid w-full contain-content"
      style={{ transform: `translateY(${start}px)`, gridTemplateColumns: columns }}
    >
      <div role="rowheader" className={`${cell} bg-background text-muted text-sm tabular-nums`}>
        {formatNumber(index + 2)}
      </div>
      {cells.map((text, column) => (
        <div key={column} role="cell" dir="auto" className={cell}>
          <Marked
            text={text}
            query={query}
            current={current === undefined ? undefined : current - (firsts[column] ?? 0)}
            currentRef={mark}
          />
        </div>
      ))}
    </div>
  )
})
