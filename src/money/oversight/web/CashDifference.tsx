import { formatRupees, useWords } from '#web/words.ts'
import { oversightEn } from '../oversight.en.ts'

/** Says how much cash is missing or, if the amount is negative, surplus. */
export const CashDifference = ({ amount }: { amount: number }) => {
  const words = useWords(oversightEn)
  return amount > 0 ? <span className="text-error-text">{words.missing(formatRupees(amount))}</span> : words.extra(formatRupees(-amount))
}
