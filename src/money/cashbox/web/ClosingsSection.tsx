import { useMemo, useState } from 'react'
import { AsOfLine } from '#web/ui/AsOf.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ExportMenu } from '#web/ui/ExportMenu.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { useAsOf } from '#web/ui/useAsOf.ts'
import { formatDay, formatInstant, formatRupees, useWords } from '#web/words.ts'
import { cashboxEn } from '../cashbox.en.ts'
import type { Closing } from '../cashbox.shapes.contract.ts'
import { ClosingDialog } from './ClosingDialog.tsx'
import { downloadClosings, useClosings } from './cashbox.queries.ts'
import { Difference } from './Difference.tsx'

/** The closings of the cash box, newest first. A closing opens with its code, for printing. */
export const ClosingsSection = () => {
  const words = useWords(cashboxEn).closings
  const { asOf } = useAsOf()
  const closings = useClosings(asOf)
  const [shown, setShown] = useState<Closing>()
  return (
    <Card title={words.title} action={<ExportMenu onExport={(format) => downloadClosings(asOf, format)} />}>
      <p className="mb-4 text-muted">{words.about}</p>
      {asOf && <AsOfLine day={asOf} className="mb-4" />}
      <Loaded of={closings} skeleton={<TableSkeleton rows={4} columns={5} />} failed={words.loadFailed}>
        {() =>
          closings.items.length > 0 ? (
            <div className={closings.isPlaceholderData ? 'opacity-60' : ''}>
              <ClosingsTable closings={closings.items} onShow={setShown} />
              <LoadMore of={closings} isManual />
            </div>
          ) : (
            <EmptyState title={asOf ? words.noneThen : words.none} hint={asOf ? undefined : words.noneHint} drawing="drawer" />
          )
        }
      </Loaded>
      {shown && <ClosingDialog closing={shown} onClose={() => setShown(undefined)} />}
    </Card>
  )
}

type Show = (closing: Closing) => void

const DayCell = ({ of: closing, onShow }: { of: Closing; onShow: Show }) => {
  const words = useWords(cashboxEn).closings
  const { day, nth, notes } = closing
  return (
    <div className="min-w-0">
      <PlainButton
        aria-label={words.open(formatDay(day), nth)}
        onPress={() => onShow(closing)}
        className="cursor-pointer text-left font-medium text-primary-text underline max-md:min-h-11"
      >
        {formatDay(day)}
        {nth > 1 && <span className="ml-2 font-normal text-sm">{words.nth(nth)}</span>}
      </PlainButton>
      {notes && (
        <p dir="auto" className="text-muted text-sm wrap-anywhere">
          {notes}
        </p>
      )}
    </div>
  )
}

const HandedOverCell = ({ of: { handedOver, receiver } }: { of: Closing }) => {
  const words = useWords(cashboxEn).closings
  return (
    <div className="min-w-0 cards:text-right">
      {handedOver > 0 && <p className="tabular-nums">{formatRupees(handedOver)}</p>}
      {receiver && (
        <p dir="auto" className="text-muted text-sm wrap-anywhere">
          {words.to(receiver)}
        </p>
      )}
    </div>
  )
}

const ClosingsTable = ({ closings, onShow }: { closings: readonly Closing[]; onShow: Show }) => {
  const words = useWords(cashboxEn).closings
  const columns = useMemo(
    (): Column<Closing>[] => [
      { key: 'day', title: words.day, isMain: true, cell: (closing) => <DayCell of={closing} onShow={onShow} /> },
      { key: 'expected', title: words.expected, numeric: true, cell: ({ expected }) => formatRupees(expected) },
      { key: 'counted', title: words.counted, numeric: true, cell: ({ counted }) => formatRupees(counted) },
      { key: 'difference', title: words.difference, numeric: true, cell: ({ difference }) => <Difference amount={difference} /> },
      { key: 'handedOver', title: words.handedOver, numeric: true, cell: (closing) => <HandedOverCell of={closing} /> },
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
    [words, onShow],
  )
  return <Table label={words.list} columns={columns} rows={closings} rowKey={({ _id }) => _id} />
}
