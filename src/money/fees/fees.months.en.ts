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
  range: (first: When, last: When) => `${when(first)} to ${when(last)}`,
}
