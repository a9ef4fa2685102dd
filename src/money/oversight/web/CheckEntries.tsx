import { useId, useMemo } from 'react'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { TableSkeleton } from '#web/ui/Skeleton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { formatMonth, formatRupees, useWords } from '#web/words.ts'
import type { CheckEntry, CheckKind } from '../oversight.contract.ts'
import { oversightEn } from '../oversight.en.ts'
import { useCheckEntries } from './oversight.queries.ts'

/** The entries of one kind, what is flagged first. */
export const CheckEntries = ({ kind, month }: { kind: CheckKind; month: string }) => {
  const words = useWords(oversightEn)
  const entries = useCheckEntries(kind, month)
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <h2 id={id} className="font-semibold text-lg">
        {words.kinds[kind].name}
      </h2>
      <p className="text-muted text-sm">{words.kinds[kind].about}</p>
      <Loaded of={entries} skeleton={<TableSkeleton rows={4} columns={5} />} failed={words.entriesFailed}>
        {() =>
          entries.items.length > 0 ? (
            <div className={entries.isPlaceholderData ? 'opacity-60' : ''}>
              <EntryTable kind={kind} entries={entries.items} total={entries.total} />
              <LoadMore of={entries} isManual />
            </div>
          ) : (
            <EmptyState title={words.nothing.title} hint={words.nothing.hint} />
          )
        }
      </Loaded>
    </section>
  )
}

const smallStyle = 'text-muted text-sm wrap-anywhere'

const What = ({ entry }: { entry: CheckEntry }) => {
  const words = useWords(oversightEn)
  const { subject, number, receiptId, day, printedAt, successor, before, after, month } = entry
  return (
    <div className="min-w-0">
      <p className="font-medium">
        {receiptId && number ? (
          <TextLink to={`/receipts/${receiptId}`}>{words.receipt(number)}</TextLink>
        ) : number ? (
          words.voucher(number)
        ) : (
          words.subjects[subject]
        )}
      </p>
      {before !== null && after !== null && <p className={smallStyle}>{words.fee(formatRupees(before), formatRupees(after))}</p>}
      {month && <p className={smallStyle}>{words.paidUpTo(formatMonth(Number(month.slice(0, 4)), Number(month.slice(5))))}</p>}
      {day && <p className={smallStyle}>{words.dated(day)}</p>}
      {printedAt && <p className="text-error-text text-sm">{words.printed(printedAt)}</p>}
      {successor && (
        <p className={smallStyle}>
          {words.successor(successor.number, formatRupees(successor.amount))} <Difference amount={successor.difference} />
        </p>
      )}
    </div>
  )
}

const Difference = ({ amount }: { amount: number }) => {
  const words = useWords(oversightEn)
  if (amount === 0) return null
  return amount > 0 ? (
    <span className="font-medium text-error-text">({words.less(formatRupees(amount))})</span>
  ) : (
    <span>({words.more(formatRupees(-amount))})</span>
  )
}

const Student = ({ entry: { studentName, deleted, seatNumber } }: { entry: CheckEntry }) => {
  const words = useWords(oversightEn)
  return (
    <div className="min-w-0 cards:text-right">
      <span dir="auto" className="wrap-anywhere">
        {studentName}
      </span>{' '}
      {deleted && <Badge>{words.deleted}</Badge>}
      {seatNumber !== null && <p className="text-muted text-sm">{words.seat(seatNumber)}</p>}
    </div>
  )
}

const EntryTable = ({ kind, entries, total }: { kind: CheckKind; entries: readonly CheckEntry[]; total: number | undefined }) => {
  const words = useWords(oversightEn)
  const columns = useMemo((): Column<CheckEntry>[] => {
    const { columns: titles } = words
    const isNow = kind === 'uncharged' || kind === 'left'
    return [
      { key: 'what', title: titles.what, isMain: true, cell: (entry) => <What entry={entry} /> },
      { key: 'student', title: titles.student, cell: (entry) => <Student entry={entry} /> },
      ...(kind === 'uncharged'
        ? []
        : [{ key: 'amount', title: titles.amount, numeric: true, cell: ({ amount }: CheckEntry) => formatRupees(amount) }]),
      ...(isNow
        ? []
        : [
            {
              key: 'reason',
              title: titles.reason,
              cell: ({ reason, flagged }: CheckEntry) => (
                <span dir="auto" className={`wrap-anywhere ${flagged && kind === 'concessions' ? 'text-error-text' : ''}`}>
                  {reason}
                </span>
              ),
            },
            {
              key: 'by',
              title: titles.by,
              cell: ({ by, at }: CheckEntry) => (
                <div className="min-w-0 cards:text-right">
                  <p dir="auto" className="wrap-anywhere">
                    {by}
                  </p>
                  {at && <p className="text-muted text-sm">{words.at(at)}</p>}
                </div>
              ),
            },
          ]),
    ]
  }, [words, kind])
  return <Table label={words.kinds[kind].name} columns={columns} rows={entries} total={total} rowKey={({ _id }) => _id} />
}
