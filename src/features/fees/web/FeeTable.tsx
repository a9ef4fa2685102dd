import { useMemo } from 'react'
import { dayThere } from '#web/api/timeZone.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { formatMonth, formatRupees, useWords } from '#web/words.ts'
import type { Fee } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'
import { FeeStatus } from './FeeStatus.tsx'
import { FeeStudent } from './FeeStudent.tsx'

const useColumns = (): Column<Fee>[] => {
  const words = useWords(feesEn)
  return useMemo(() => {
    const { columns } = words.list
    return [
      { key: 'student', title: columns.student, isMain: true, cell: ({ student }) => <FeeStudent student={student} /> },
      {
        key: 'month',
        title: columns.month,
        width: 'columns:w-[16%]',
        cell: ({ kind, month, year, notes }) => (
          <div className="min-w-0 cards:text-right">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 cards:justify-end">
              {formatMonth(year, month)}
              {kind !== 'monthly' && <Badge tone="info">{words.kinds[kind]}</Badge>}
            </span>
            {notes && (
              <p dir="auto" className="text-muted text-sm wrap-anywhere">
                {notes}
              </p>
            )}
          </div>
        ),
      },
      { key: 'amount', title: columns.amount, numeric: true, width: 'columns:w-[11%]', cell: ({ amount }) => formatRupees(amount) },
      { key: 'status', title: columns.status, width: 'columns:w-[13%]', cell: (fee) => <FeeStatus fee={fee} /> },
      {
        key: 'paidDate',
        title: columns.paidDate,
        width: 'columns:w-[11%]',
        cell: ({ paidDate }) => (paidDate ? words.list.paidOn(dayThere(paidDate)) : words.list.noDate),
      },
    ]
  }, [words])
}

export const FeeTable = ({ fees, total }: { fees: readonly Fee[]; total: number | undefined }) => {
  const words = useWords(feesEn).list
  return <Table label={words.label} columns={useColumns()} rows={fees} rowKey={({ _id }) => _id} total={total} />
}
