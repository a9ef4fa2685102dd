import { useWords } from '#web/words.ts'
import type { RenewalCost } from '../renewing.contract.ts'
import { renewingEn } from '../renewing.en.ts'

/** The cost of a renewal in one line: "Until 22 Dec 2026 · December 2026 ₹900 + old dues ₹2,500 = ₹3,400". */
export const CostLine = ({ cost: { until, months, monthsAmount, owed, credit, total } }: { cost: RenewalCost }) => {
  const words = useWords(renewingEn)
  const parts = [...(months.length > 0 ? [words.months(months, monthsAmount)] : []), ...(owed > 0 ? [words.owed(owed)] : [])]
  const sum = `${parts.join(' + ')}${credit > 0 && parts.length > 0 ? ` − ${words.credit(credit)}` : ''}`
  return (
    <output className="font-semibold tabular-nums wrap-anywhere">
      {words.until(until)} ·{' '}
      {total === 0 ? words.nothing : parts.length + (credit > 0 ? 1 : 0) > 1 ? `${sum} = ${words.total(total)}` : sum}
    </output>
  )
}
