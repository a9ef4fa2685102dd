import { formatRupees, useWords } from '#web/words.ts'
import type { Settlement } from '../leaving.contract.ts'
import { leavingEn } from '../leaving.en.ts'

/** Refunds and remaining dues, with the net amount at the end. */
export const SettlementLines = ({ settlement: { lines, dues, credit, net, seat, locker, lastDay } }: { settlement: Settlement }) => {
  const words = useWords(leavingEn)
  const of = words.lines
  const feeName = ({ kind, year, month }: Pick<Settlement['dues'][number], 'kind' | 'year' | 'month'>) =>
    of.fee(of.kinds[kind], year, month)
  const isEmpty = lines.length + dues.length === 0 && credit === 0
  return (
    <section aria-label={of.label} className="flex flex-col gap-2">
      {isEmpty && <p className="text-muted">{of.nothing}</p>}
      <dl>
        {lines.map((line) => (
          <Row
            key={line.feeId}
            label={feeName(line)}
            amount={line.returned}
            note={line.withdrawn > 0 ? of.withdrawn(line.withdrawn) : ''}
          />
        ))}
        {credit > 0 && <Row label={of.credit} amount={credit} />}
        {dues.map((due) => (
          <Row key={due.feeId} label={of.due(feeName(due))} amount={-due.amount} />
        ))}
        <Row label={net > 0 ? words.net.toPay : net < 0 ? words.net.toReceive : words.net.even} amount={Math.abs(net)} isStrong />
      </dl>
      <p className="text-muted text-sm">
        {words.ends(lastDay)}{' '}
        {seat &&
          (seat.isFreed
            ? words.seat.now(seat.seatLabel ?? seat.seatNumber)
            : words.seat.later(seat.seatLabel ?? seat.seatNumber, lastDay))}{' '}
        {locker && (locker.isFreed ? words.locker.now(locker.number, locker.keyNumber) : words.locker.later(locker.number, lastDay))}
      </p>
    </section>
  )
}

type RowProps = { label: string; amount: number; note?: string; isStrong?: boolean }

const Row = ({ label, amount, note = '', isStrong = false }: RowProps) => (
  <div className={`flex justify-between gap-4 border-line border-b py-2 ${isStrong ? 'font-semibold' : ''}`}>
    <dt className="min-w-0">
      {label}
      {note && <span className="block text-muted text-sm">{note}</span>}
    </dt>
    <dd className="shrink-0 tabular-nums">{amount < 0 ? `− ${formatRupees(-amount)}` : formatRupees(amount)}</dd>
  </div>
)
