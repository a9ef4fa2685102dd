import { useWords } from '#web/words.ts'
import { feesMineEn } from '../fees.mine.en.ts'
import type { OwedFees } from '../fees.shapes.contract.ts'

/** The sum that a student owes, and the months that will be charged soon. */
export const OwedLines = ({ fees: { owed, uncharged } }: { fees: OwedFees }) => {
  const words = useWords(feesMineEn)
  return (
    <div className="min-w-0 tabular-nums">
      {owed > 0 && <p className="font-semibold text-lg">{words.owes(owed)}</p>}
      {uncharged.length > 0 && <p className="text-muted text-sm">{words.uncharged(uncharged)}</p>}
    </div>
  )
}
