import { Badge } from '#web/ui/Badge.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import type { Fee } from '../fees.contract.ts'
import { feesEn } from '../fees.en.ts'

type Props = { fee: Pick<Fee, 'paid' | 'paidAmount' | 'amount'> }

/** Paid or Unpaid, and how much of it where it is a part. */
export const FeeStatus = ({ fee: { paid, paidAmount, amount } }: Props) => {
  const words = useWords(feesEn).list
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={paid ? 'success' : 'error'}>{paid ? words.paid : words.unpaid}</Badge>
      {!paid && paidAmount > 0 && (
        <span className="text-muted text-sm tabular-nums">{words.part(formatRupees(paidAmount), formatRupees(amount))}</span>
      )}
    </span>
  )
}
