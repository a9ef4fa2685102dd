import { formatRupees, useWords } from '#web/words.ts'
import { cashboxEn } from '../cashbox.en.ts'

/** The surplus or shortage of the cash box. */
export const Difference = ({ amount }: { amount: number }) => {
  const words = useWords(cashboxEn).closing
  if (amount === 0) return <span className="text-success-text">{words.fits}</span>
  return <span className="font-semibold text-error-text">{`${amount > 0 ? '+' : ''}${formatRupees(amount)}`}</span>
}
