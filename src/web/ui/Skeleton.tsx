import type { ReactNode } from 'react'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'

/** A grey bar in the place and size of future content. */
export const Bar = ({ className = 'h-4 w-full' }: { className?: string }) => (
  <span aria-hidden="true" className={`block rounded bg-skeleton motion-safe:animate-pulse ${className}`} />
)

/** A skeleton of the final layout; announces once that something is loading. */
export const Skeleton = ({ children }: { children: ReactNode }) => (
  <div role="status">
    <span className="sr-only">{useWords(webEn).ui.loading}</span>
    {children}
  </div>
)

const rowsOf = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3', 'w-2/3'] as const

export const ListSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <Skeleton>
    {rowsOf(rows).map((row) => (
      <div key={row} className="flex min-h-18 items-center gap-4 border-line border-b py-3 last:border-0">
        <Bar className="size-10 shrink-0 rounded-full" />
        <div className="flex flex-1 flex-col gap-2">
          <Bar className={`h-4 ${widths[row % widths.length]}`} />
          <Bar className="h-3 w-1/4" />
        </div>
      </div>
    ))}
  </Skeleton>
)

export const TableSkeleton = ({ rows = 6, columns = 4 }: { rows?: number; columns?: number }) => (
  <Skeleton>
    {rowsOf(rows).map((row) => (
      <div key={row} className="flex min-h-12 items-center gap-6 border-line border-b last:border-0 max-md:min-h-14">
        {rowsOf(columns).map((column) => (
          <Bar key={column} className={`h-4 flex-1 ${column > 1 ? 'max-md:hidden' : ''}`} />
        ))}
      </div>
    ))}
  </Skeleton>
)

const indents = ['pl-2', 'pl-8', 'pl-14', 'pl-8', 'pl-2', 'pl-8'] as const

export const TreeSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <Skeleton>
    {rowsOf(rows).map((row) => (
      <div key={row} className={`flex min-h-11 items-center gap-3 ${indents[row % indents.length]}`}>
        <Bar className="size-5 shrink-0" />
        <Bar className={`h-4 ${widths[row % widths.length]}`} />
      </div>
    ))}
  </Skeleton>
)
