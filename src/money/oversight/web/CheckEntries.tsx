import { useId, useMemo } from 'react'
import { readableReason } from '#contract/reason.ts'
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
import { CashDifference } from './CashDifference.tsx'
import { useCheckEntries } from './oversight.queries.ts'

type Props = { kind: CheckKind; month: string /** How many more there were that are not listed. */; unlisted: number }

/** The entries of one kind, flagged entries first. */
export const CheckEntries = ({ kind, month, unlisted }: Props) => {
  const words = useWords(oversightEn)
  const entries = useCheckEntries(kind, month)
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <h2 id={id} className="font-semibold text-lg">
        {words.kinds[kind].name}
      </h2>
      <p className="text-muted text-sm">{words.kinds[kind].about}</p>
      {unlisted > 0 && <p className="text-muted text-sm">{words.unlisted(unlisted)}</p>}
      <Loaded of={entries} skeleton={<TableSkeleton rows={4} columns={5} />} failed={words.entriesFailed}>
        {() =>
          entries.items.length > 0 ? (
            <div className={entries.isPlaceholderData ? 'opacity-60' : ''}>
              <EntryTable kind={kind} entries={entries.items} total={entries.total} />
              <LoadMore of={entries} isManual />
            </div>
          ) : (
            <EmptyState title={words.nothing.title} hint={words.nothing.hint} drawing="drawer" />
          )
        }
      </Loaded>
    </section>
  )
}

const smallStyle = 'text-muted text-sm wrap-anywhere'
const warningStyle = 'text-error-text text-sm'

/** The title of an entry: a receipt that can be opened, a voucher, a seat, a closing, a day, or the subject. */
const Title = ({ entry: { subject, number, receiptId, day, seatNumber, seatLabel } }: { entry: CheckEntry }) => {
  const words = useWords(oversightEn)
  if (number === null) {
    if (subject === 'outage') return words.seat(seatLabel ?? seatNumber ?? 0)
    if (day && subject === 'closing') return words.closingOf(day)
    return day && subject === 'day' ? words.dayOf(day) : words.subjects[subject]
  }
  return receiptId ? <TextLink to={`/receipts/${receiptId}`}>{words.receipt(number)}</TextLink> : words.voucher(number)
}

/** The day of an entry if its title does not show it, and the late closing or the end of an outage. */
const Days = ({ entry: { subject, day, lastDay, times, closed } }: { entry: CheckEntry }) => {
  const words = useWords(oversightEn)
  if (!day || subject === 'closing') return null
  if (subject === 'outage')
    return (
      <>
        <p className={smallStyle}>{words.outage(day, lastDay)}</p>
        {closed && <p className={smallStyle}>{words.working(closed.by, closed.at)}</p>}
      </>
    )
  if (subject === 'gap') return <p className={smallStyle}>{words.gap(day, times)}</p>
  if (subject === 'dues') return <p className={smallStyle}>{words.dueSince(day)}</p>
  if (subject !== 'day') return <p className={smallStyle}>{words.dated(day)}</p>
  return closed ? <p className={smallStyle}>{words.closed(closed.by, closed.at)}</p> : <p className={warningStyle}>{words.notClosed}</p>
}

const What = ({ entry }: { entry: CheckEntry }) => {
  const words = useWords(oversightEn)
  const { subject, printedAt, successor, pass, before, after, month, times, amount } = entry
  const changed = subject === 'closing' ? words.counted : subject === 'day-pass-price' ? words.price : words.fee
  return (
    <div className="min-w-0">
      <p className="font-medium">
        <Title entry={entry} />
      </p>
      {before !== null && after !== null && <p className={smallStyle}>{changed(formatRupees(before), formatRupees(after))}</p>}
      {times > 1 && subject !== 'gap' && <p className={smallStyle}>{words.times(times, formatRupees(amount / times))}</p>}
      {month && <p className={smallStyle}>{words.paidUpTo(formatMonth(Number(month.slice(0, 4)), Number(month.slice(5))))}</p>}
      <Days entry={entry} />
      {printedAt && <p className={warningStyle}>{words.printed(printedAt)}</p>}
      {pass && <Pass pass={pass} />}
      {successor && (
        <p className={smallStyle}>
          {words.successor(successor.number, formatRupees(successor.amount))} <Difference amount={successor.difference} />
        </p>
      )}
    </div>
  )
}

/** What a voided day pass was for, and who sold it. */
const Pass = ({ pass: { day, shift, soldBy, soldAt, hadBegun } }: { pass: CheckEntry['pass'] & object }) => {
  const words = useWords(oversightEn)
  return (
    <>
      <p className={smallStyle}>{words.pass(shift, day)}</p>
      <p className={smallStyle}>{words.soldBy(soldBy, soldAt)}</p>
      {hadBegun && <p className={warningStyle}>{words.hadBegun}</p>}
    </>
  )
}

/** The amount; for a closing, whether it is missing or surplus. */
const Amount = ({ entry: { subject, amount } }: { entry: CheckEntry }) =>
  subject === 'closing' ? <CashDifference amount={amount} /> : formatRupees(amount)

const Difference = ({ amount }: { amount: number }) => {
  const words = useWords(oversightEn)
  if (amount === 0) return null
  return amount > 0 ? (
    <span className="font-medium text-error-text">({words.less(formatRupees(amount))})</span>
  ) : (
    <span>({words.more(formatRupees(-amount))})</span>
  )
}

const Student = ({ entry: { studentName, deleted, seatNumber, seatLabel } }: { entry: CheckEntry }) => {
  const words = useWords(oversightEn)
  return (
    <div className="min-w-0 cards:text-right">
      <span dir="auto" className="wrap-anywhere">
        {studentName}
      </span>{' '}
      {deleted && <Badge>{words.deleted}</Badge>}
      {seatNumber !== null && <p className="text-muted text-sm">{words.seat(seatLabel ?? seatNumber)}</p>}
    </div>
  )
}

const Reason = ({ kind, entry: { subject, reason, flagged } }: { kind: CheckKind; entry: CheckEntry }) => {
  const words = useWords(oversightEn)
  return (
    <span dir="auto" className={`wrap-anywhere ${flagged && kind === 'concessions' ? 'text-error-text' : ''}`}>
      {subject === 'hand-over' ? words.handedTo(reason) : readableReason(reason, words.reasonCodes)}
    </span>
  )
}

const By = ({ entry: { by, at, subject } }: { entry: CheckEntry }) => {
  const words = useWords(oversightEn)
  return (
    <div className="min-w-0 cards:text-right">
      <p dir="auto" className="wrap-anywhere">
        {by}
      </p>
      {at && subject !== 'day' && <p className="text-muted text-sm">{words.at(at)}</p>}
    </div>
  )
}

type ColumnName = 'student' | 'amount' | 'reason' | 'by'

/** The columns of kinds that do not use all of them. */
const columnsOf: Partial<Record<CheckKind, readonly ColumnName[]>> = {
  differences: ['amount', 'reason', 'by'],
  unclosed: ['amount', 'by'],
  outages: ['reason', 'by'],
  uncharged: ['student', 'by'],
  owing: ['student', 'amount'],
  left: ['student', 'amount'],
}
const allColumns: readonly ColumnName[] = ['student', 'amount', 'reason', 'by']

const EntryTable = ({ kind, entries, total }: { kind: CheckKind; entries: readonly CheckEntry[]; total: number | undefined }) => {
  const words = useWords(oversightEn)
  const columns = useMemo((): Column<CheckEntry>[] => {
    const cells: Record<ColumnName, Column<CheckEntry>['cell']> = {
      student: (entry) => <Student entry={entry} />,
      amount: (entry) => <Amount entry={entry} />,
      reason: (entry) => <Reason kind={kind} entry={entry} />,
      by: (entry) => <By entry={entry} />,
    }
    const { columns: titles } = words
    return [
      { key: 'what', title: titles.what, isMain: true, cell: (entry) => <What entry={entry} /> },
      ...(columnsOf[kind] ?? allColumns).map((name) => ({ key: name, title: titles[name], numeric: name === 'amount', cell: cells[name] })),
    ]
  }, [words, kind])
  return <Table label={words.kinds[kind].name} columns={columns} rows={entries} total={total} rowKey={({ _id }) => _id} />
}
