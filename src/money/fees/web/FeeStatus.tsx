import { Badge } from '#web/ui/Badge.tsx'
import { formatRupees, useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import type { Fee } from '../fees.shapes.contract.ts'

type Props = { fee: Pick<Fee, 'paid' | 'paidAmount' | 'amount'> }

/** Paid as plain text, because most fees are; Unpaid as a badge, and the paid part if it is partial. */
export const FeeStatus = ({ fee: { paid, paidAmount, amount } }: Props) => {
  const words = useWords(feesEn).list
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {paid ? <span className="text-muted text-sm">{words.paid}</span> : <Badge tone="error">{words.unpaid}</Badge>}
      {!paid && paidAmount > 0 && (
        <span className="text-muted text-sm tabular-nums">{words.part(formatRupees(paidAmount), formatRupees(amount))}</span>
      )}
    </span>
  )
}
