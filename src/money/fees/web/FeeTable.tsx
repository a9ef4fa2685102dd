import { useMemo } from 'react'
import { useOpenPerson } from '#people/users/web/useOpenPerson.ts'
import { hallDayOf } from '#web/api/timeZone.ts'
import { type Column, Table } from '#web/ui/Table.tsx'
import { useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import type { Fee } from '../fees.shapes.contract.ts'
import { FeeActions, type RowActions } from './FeeActions.tsx'
import { AmountCell, MonthCell } from './FeeCells.tsx'
import { FeeEditingProvider } from './FeeEditing.tsx'
import { FeeStatus } from './FeeStatus.tsx'
import { FeeStudent } from './FeeStudent.tsx'
import { useFeeEditing } from './useFeeEditing.ts'

/** The columns are memoized so that unchanged rows are not re-rendered while the list grows or a row is edited. */
const useColumns = (actions: RowActions): Column<Fee>[] => {
  const words = useWords(feesEn).list
  return useMemo(() => {
    const { columns } = words
    return [
      { key: 'student', title: columns.student, isMain: true, cell: ({ student }) => <FeeStudent student={student} /> },
      {
        key: 'month',
        title: columns.month,
        isInline: true,
        width: 'columns:w-[16%] beside:w-[23%]',
        cell: (fee) => <MonthCell fee={fee} />,
      },
      {
        key: 'amount',
        title: columns.amount,
        numeric: true,
        isInline: true,
        width: 'columns:w-[11%] beside:w-[13%]',
        cell: (fee) => <AmountCell fee={fee} />,
      },
      {
        key: 'status',
        title: columns.status,
        isInline: true,
        width: 'columns:w-[12%] beside:w-[15%]',
        cell: (fee) => <FeeStatus fee={fee} />,
      },
      {
        key: 'paidDate',
        title: columns.paidDate,
        yields: true,
        isInline: 'last',
        width: 'columns:w-[11%]',
        cell: ({ paidDate }) => <span className="whitespace-nowrap">{paidDate ? words.paidOn(hallDayOf(paidDate)) : words.noDate}</span>,
      },
      {
        key: 'actions',
        title: columns.actions,
        isActions: true,
        width: 'columns:w-[24%] beside:w-[25%]',
        cell: (fee) => <FeeActions fee={fee} actions={actions} />,
      },
    ]
  }, [words, actions])
}

type Props = { fees: readonly Fee[]; total: number | undefined; actions: RowActions }

export const FeeTable = ({ fees, total, actions }: Props) => {
  const words = useWords(feesEn).list
  const editing = useFeeEditing()
  const openId = useOpenPerson().id
  return (
    <FeeEditingProvider value={editing}>
      <Table
        label={words.label}
        columns={useColumns(actions)}
        rows={fees}
        rowKey={({ _id }) => _id}
        total={total}
        isCurrent={({ student }) => student !== null && student._id === openId}
      />
    </FeeEditingProvider>
  )
}
