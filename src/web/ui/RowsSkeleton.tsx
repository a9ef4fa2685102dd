import { Bar, Skeleton } from './Skeleton.tsx'

/** The height of a row with a small picture, a title on one line, and a line below it, in pixels. */
export const rowHeight = 72

/** No more bars than a window shows; below them it is as high as the rows will be. */
const maxBars = 12

export const RowsSkeleton = ({ rows, height = rowHeight }: { rows: number; height?: number }) => (
  <div style={{ height: rows * height }} className="overflow-hidden">
    <Skeleton>
      {Array.from({ length: Math.min(maxBars, rows) }, (_, row) => row).map((row) => (
        <div key={row} className="flex items-center gap-3 px-2 py-2" style={{ height }}>
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
