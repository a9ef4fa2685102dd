import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { formatBytes, useWords } from '#web/words.ts'
import { readingEn } from '../../reading.en.ts'
import { FileDocument } from '../FileDocument.tsx'
import { useFind } from '../find/useFind.ts'
import { ReaderFrame } from '../ReaderFrame.tsx'
import { useScroller } from '../useScroller.ts'
import { CutNotice, EmptyFile } from './CutNotice.tsx'
import { type Csv, maxRows, readCsv } from './csv.ts'
import { decodeText, maxTextBytes } from './decode.ts'
import { TableHeading, TableRow } from './TableRow.tsx'
import { useFoundRow } from './useFoundRow.ts'

/** Separates cells in the searched text, so that no match spans two cells. */
const between = '\u0001'
const rowHeight = 37

const Cut = ({ csv, document }: { csv: Csv; document: Document }) => {
  const words = useWords(readingEn)
  if (csv.hasMoreRows) return <CutNotice>{words.cutRows(maxRows)}</CutNotice>
  if (document.fileSize > maxTextBytes) return <CutNotice>{words.cut(formatBytes(maxTextBytes), formatBytes(document.fileSize))}</CutNotice>
  return csv.hasMoreColumns && <CutNotice>{words.cutColumns(csv.heading.length)}</CutNotice>
}

const TableReader = ({ document, csv }: { document: Document; csv: Csv }) => {
  const words = useWords(readingEn)
  const [scroller, scrollerRef] = useScroller()
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: csv.rowCount,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 4,
    useFlushSync: false,
    // The heading is sticky above the rows.
    scrollPaddingStart: rowHeight,
  })
  const searchable = useMemo(() => ({ count: csv.rowCount, textOf: (unit: number) => csv.rowAt(unit - 1).join(between) }), [csv])
  const find = useFind(searchable, () => (virtual.getVirtualItemForOffset(virtual.scrollOffset ?? 0)?.index ?? 0) + 1)
  const mark = useFoundRow(virtual, find.place)
  const columns = useMemo(() => `5rem ${csv.widths.map((width) => `${width * 0.6 + 1.5}rem`).join(' ')}`, [csv])
  if (csv.heading.length === 0) return <EmptyFile />
  return (
    <ReaderFrame find={find} scroller={scroller}>
      <Cut csv={csv} document={document} />
      <section
        ref={scrollerRef}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={words.tableOf(document.title)}
        className="min-h-0 flex-1 overflow-auto overscroll-contain bg-surface -outline-offset-2"
      >
        {/* biome-ignore-start lint/a11y: a virtualized table is described by roles */}
        <div role="table" aria-label={document.title} aria-rowcount={csv.rowCount + 1} className="w-max min-w-full">
          <TableHeading cells={csv.heading} columns={columns} />
          <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => (
              <TableRow
                key={index}
                query={find.query}
                current={find.place?.unit === index + 1 ? find.place.index : undefined}
                measure={virtual.measureElement}
                {...{ csv, index, start, columns, mark }}
              />
            ))}
          </div>
        </div>
        {/* biome-ignore-end lint/a11y: a virtualized table is described by roles */}
      </section>
    </ReaderFrame>
  )
}

const make = async (bytes: Uint8Array, signal: AbortSignal): Promise<Csv> => readCsv(decodeText(bytes), signal)

/** Comma-separated values as a table. */
export const TableDocument = ({ document, onClose }: { document: Document; onClose: () => void }) => (
  <FileDocument {...{ document, make, onClose }} mostBytes={maxTextBytes}>
    {(csv) => <TableReader document={document} csv={csv} />}
  </FileDocument>
)
