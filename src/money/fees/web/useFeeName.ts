import { formatList, formatMonth, useWords } from '#web/words.ts'
import { feesEn } from '../fees.en.ts'
import type { Fee } from '../fees.shapes.contract.ts'

/** Returns the name of a fee for use in a sentence: "November 2026", or "Locker, November 2026". */
export const useFeeName = (): ((fee: Pick<Fee, 'kind' | 'month' | 'year'>) => string) => {
  const words = useWords(feesEn)
  return ({ kind, month, year }) =>
    kind === 'monthly' ? formatMonth(year, month) : words.feeName(words.kinds[kind], formatMonth(year, month))
}

/** Joins several names: "September 2026, October 2026 and Locker, October 2026". */
export const useFeeNames = (): ((fees: readonly Pick<Fee, 'kind' | 'month' | 'year'>[]) => string) => {
  const nameOf = useFeeName()
  return (fees) => formatList(fees.map(nameOf))
}
