import { Bar, Skeleton } from '#web/ui/Skeleton.tsx'
import type { Document } from '../documents.contract.ts'
import { DocumentRow, type RowActions } from './DocumentRow.tsx'
import { RowList } from './RowList.tsx'

/** The height of a row whose title fits on one line, in pixels. */
export const rowHeight = 72

const keyOf = ({ _id }: Document): string => _id

type Props = { documents: readonly Document[]; query: string; actions: RowActions; label: string }

/** The documents of one branch. */
export const DocumentRows = ({ documents, query, actions, label }: Props) => (
  <RowList
    items={documents}
    row={(document) => <DocumentRow {...{ document, query, actions }} among={documents} />}
    usualHeight={rowHeight}
    {...{ label, keyOf }}
  />
)

/** No more bars than a window shows; below them it is as high as the rows will be. */
const mostBars = 12

export const RowsSkeleton = ({ rows }: { rows: number }) => (
  <div style={{ height: rows * rowHeight }} className="overflow-hidden">
    <Skeleton>
      {Array.from({ length: Math.min(mostBars, rows) }, (_, row) => row).map((row) => (
        <div key={row} className="flex items-center gap-3 px-2 py-2" style={{ height: rowHeight }}>
          <Bar className="h-14 w-10 shrink-0" />
          <div className="flex flex-1 flex-col gap-2">
            <Bar className="h-4 w-1/2" />
            <Bar className="h-3 w-1/4" />
          </div>
        </div>
      ))}
    </Skeleton>
  </div>
)
