import { formatsFor } from '#contract/format.ts'
import type { MonthMark } from './fees.shapes.contract.ts'

const { rupees, shortMonth } = formatsFor('en-IN')

type When = Pick<MonthMark, 'month' | 'year'>
const when = ({ month, year }: When): string => `${shortMonth(month)} ${year}`

const states: Record<MonthMark['state'], (mark: MonthMark) => string> = {
  paid: ({ paidAmount }) => (paidAmount > 0 ? `${rupees(paidAmount)} paid` : 'nothing to pay'),
  part: ({ amount, paidAmount }) => `${rupees(paidAmount)} of ${rupees(amount)} paid`,
  due: ({ amount }) => `${rupees(amount)} due`,
  none: () => 'no fee',
}

/** The words of the month strip. */
export const monthsEn = {
  label: 'Fees of twelve months',
  mark: (mark: MonthMark) => `${when(mark)}: ${states[mark.state](mark)}`,
  rangeOf: (marks: readonly When[]) => {
    const [first, last] = [marks[0], marks.at(-1)]
    return first && last ? `${when(first)} to ${when(last)}` : ''
  },
}
