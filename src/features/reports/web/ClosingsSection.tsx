import { useMemo } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { formatDay, formatInstant, formatRupees, useWords } from '#web/words.ts'
import type { Closing } from '../reports.contract.ts'
import { reportsEn } from '../reports.en.ts'
import { Difference } from './Difference.tsx'
import { useClosings } from './reports.queries.ts'

/** The closings of days, the newest first. */
export const ClosingsSection = () => {
  const words = useWords(reportsEn).closings
  const closings = useClosings()
  return (
    <Card title={words.title}>
      <p className="mb-4 text-muted">{words.about}</p>
      <Loaded of={closings} skeleton={<TableSkeleton rows={4} columns={5} />} failed={words.loadFailed}>
        {() =>
          closings.items.length > 0 ? (
            <>
              <ClosingsTable closings={closings.items} />
              <LoadMore of={closings} isManual />
            </>
          ) : (
            <EmptyState title={words.none} hint={words.noneHint} />
          )
        }
      </Loaded>
    </Card>
  )
}

const DayCell = ({ of: { day, nth, later, notes } }: { of: Closing }) => {
  const words = useWords(reportsEn).closings
  return (
    <div className="min-w-0">
      <p className="font-medium">
        {formatDay(day)}
        {nth > 1 && <span className="ml-2 font-normal text-muted text-sm">{words.nth(nth)}</span>}
      </p>
      {later !== 0 && <p className="text-sm text-warning-text">{words.later(formatRupees(later))}</p>}
      {notes && (
        <p dir="auto" className="text-muted text-sm wrap-anywhere">
          {notes}
        </p>
      )}
    </div>
  )
}

const ClosingsTable = ({ closings }: { closings: readonly Closing[] }) => {
  const words = useWords(reportsEn).closings
  const columns = useMemo(
    (): Column<Closing>[] => [
      { key: 'day', title: words.day, isMain: true, cell: (closing) => <DayCell of={closing} /> },
      { key: 'expected', title: words.expected, numeric: true, cell: ({ expected }) => formatRupees(expected) },
      { key: 'counted', title: words.counted, numeric: true, cell: ({ counted }) => formatRupees(counted) },
      { key: 'difference', title: words.difference, numeric: true, cell: ({ difference }) => <Difference amount={difference} /> },
      { key: 'handedTo', title: words.handedTo, cell: ({ handedTo }) => <span dir="auto">{handedTo}</span> },
      {
        key: 'closedBy',
        title: words.closedBy,
        cell: ({ closedBy, closedAt }) => (
          <div className="min-w-0 cards:text-right">
            <p dir="auto">{closedBy}</p>
            <p className="text-muted text-sm">{formatInstant(closedAt)}</p>
          </div>
        ),
      },
    ],
    [words],
  )
  return <Table label={words.list} columns={columns} rows={closings} rowKey={({ _id }) => _id} />
}
