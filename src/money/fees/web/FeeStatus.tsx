import { Badge } from '#web/ui/Badge.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import type { Fee } from '../fees.shapes.contract.ts'

type Props = { fee: Pick<Fee, 'paid' | 'paidAmount' | 'amount'> }

/** Paid or Unpaid, and the paid part if it is partial. */
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
