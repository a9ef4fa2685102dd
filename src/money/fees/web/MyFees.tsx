import { type ReactNode, useMemo } from 'react'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton, TableSkeleton } from '#web/ui/Skeleton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { formatInstantDay, formatRupees, useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import { feesMineEn } from '../fees.mine.en.ts'
import type { Fee, FeeAccount, Payment } from '../fees.shapes.contract.ts'
import { FeeStatus } from './FeeStatus.tsx'
import { useFeeAccount, useFeesOf } from './fees.queries.ts'
import { MonthStrip } from './MonthStrip.tsx'
import { useFeeName } from './useFeeName.ts'

/** The student's own fees: what they owe, their credit, how to pay (`children`), and every month. */
export const MyFees = ({ studentId, children }: { studentId: string; children?: ReactNode }) => {
  const words = useWords(feesMineEn)
  const account = useFeeAccount(studentId)
  const fees = useFeesOf(studentId)
  return (
    <Card title={words.title}>
      <Loaded of={account} skeleton={<ListSkeleton rows={1} />} failed={words.loadFailed}>
        {(mine) => (
          <>
            <Balance account={mine} />
            <MonthStrip months={mine.months} />
            {children}
            <h3 className="mt-6 mb-2 font-semibold">{words.history}</h3>
            <Loaded of={fees} skeleton={<TableSkeleton rows={4} />} failed={words.loadFailed}>
              {({ items }) => <History fees={items} payments={mine.payments} />}
            </Loaded>
          </>
        )}
      </Loaded>
    </Card>
  )
}

const Balance = ({ account: { owed, owedSince, credit, uncharged, isComplete } }: { account: FeeAccount }) => {
  const words = useWords(feesMineEn)
  return (
    <div role="status">
      {(owed > 0 || isComplete) && (
        <p className={`font-semibold text-lg tabular-nums ${owed > 0 ? 'text-error-text' : 'text-success-text'}`}>
          {owed > 0 && owedSince ? words.owe(formatRupees(owed), owedSince) : words.nothingOwed}
        </p>
      )}
      {owed === 0 && !isComplete && uncharged.length === 0 && <p>{words.notComplete}</p>}
      {uncharged.length > 0 && <p className="mt-1 tabular-nums">{words.uncharged(uncharged)}</p>}
      {credit > 0 && <p className="mt-1 tabular-nums">{words.credit(formatRupees(credit))}</p>}
    </div>
  )
}

/** Returns the receipts by the fee that they pay. Voided receipts are included and marked. */
const receiptsOf = (payments: readonly Payment[]): Map<string, Payment[]> => {
  const receipts = new Map<string, Payment[]>()
  for (const payment of payments) {
    for (const { feeId } of payment.lines) receipts.set(feeId, [...(receipts.get(feeId) ?? []), payment])
  }
  return receipts
}

const useColumns = (payments: readonly Payment[]): Column<Fee>[] => {
  const { columns, noReceipt, voided } = useWords(feesMineEn)
  const { noDate } = useWords(feesEn).list
  const nameOf = useFeeName()
  const receipts = useMemo(() => receiptsOf(payments), [payments])
  return [
    { key: 'month', title: columns.month, isMain: true, cell: (fee) => <span className="font-medium">{nameOf(fee)}</span> },
    { key: 'amount', title: columns.amount, numeric: true, cell: ({ amount }) => formatRupees(amount) },
    { key: 'status', title: columns.status, cell: (fee) => <FeeStatus fee={fee} /> },
    {
      key: 'paidDate',
      title: columns.paidDate,
      cell: ({ paidDate }) => (paidDate ? formatInstantDay(paidDate) : noDate),
    },
    {
      key: 'receipt',
      title: columns.receipt,
      cell: ({ _id }) => {
        const those = receipts.get(_id)
        if (!those) return noReceipt
        return (
          <span className="flex flex-col items-start gap-1">
            {those.map((payment) => (
              <span key={payment._id} className="flex flex-wrap items-center gap-2">
                <TextLink to={`/receipts/${payment._id}`} className="tabular-nums max-md:py-2.5">
                  {payment.receiptNumber}
                </TextLink>
                {payment.voided && <Badge tone="error">{voided}</Badge>}
              </span>
            ))}
          </span>
        )
      },
    },
  ]
}

const History = ({ fees, payments }: { fees: readonly Fee[]; payments: readonly Payment[] }) => {
  const words = useWords(feesMineEn)
  const columns = useColumns(payments)
  if (fees.length === 0) return <EmptyState title={words.empty} hint={words.emptyHint} drawing="drawer" />
  return <Table label={words.history} columns={columns} rows={fees} rowKey={({ _id }) => _id} />
}
