import { useMemo } from 'react'
import { Badge } from '#web/ui/Badge.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { formatDay, formatInstant, formatRupees, useWords } from '#web/words.ts'
import type { Void } from '../month-end.contract.ts'
import { reportsEn } from '../month-end.en.ts'

/** Who voided which receipt, and why, for the owner to review. */
export const VoidsTable = ({ voids }: { voids: readonly Void[] }) => {
  const words = useWords(reportsEn).voids
  const columns = useMemo(
    (): Column<Void>[] => [
      {
        key: 'number',
        title: words.number,
        isMain: true,
        cell: ({ _id, number, kind }) => (
          <span className="flex flex-wrap items-center gap-2 font-medium tabular-nums">
            <TextLink to={`/${kind === 'payment' ? 'receipts' : 'vouchers'}/${_id}`} className="whitespace-nowrap max-md:py-2.5">
              {number}
            </TextLink>
            {kind === 'refund' && <Badge tone="info">{words.refund}</Badge>}
          </span>
        ),
      },
      { key: 'student', title: words.student, cell: ({ studentName }) => <span dir="auto">{studentName}</span> },
      { key: 'amount', title: words.amount, numeric: true, cell: ({ amount }) => formatRupees(amount) },
      { key: 'bookedOn', title: words.bookedOn, cell: ({ bookedOn }) => formatDay(bookedOn) },
      { key: 'voided', title: words.voided, cell: ({ by, at }) => <span dir="auto">{words.by(by, formatInstant(at))}</span> },
      { key: 'reason', title: words.reason, cell: ({ reason }) => <span dir="auto">{reason}</span> },
    ],
    [words],
  )
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{voids.length === 0 ? words.list : words.title(voids.length)}</h3>
      {voids.length === 0 ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <Table label={words.list} columns={columns} rows={voids} rowKey={({ _id }) => _id} />
      )}
    </section>
  )
}
