import type { MonthMark } from '../../fees.shapes.contract.ts'

/** December 2025 to November 2026: not a member before June, paid until September, half of October and nothing of November. */
export const twelveMonths: MonthMark[] = Array.from({ length: 12 }, (_, at) => {
  const [year, month] = at === 0 ? [2025, 12] : [2026, at]
  const states = { 10: 'part', 11: 'due' } as const
  const state = at < 6 ? 'none' : at === 10 || at === 11 ? states[at] : 'paid'
  const amount = state === 'none' ? 0 : 1_000
  return { year, month, state, amount, paidAmount: { none: 0, due: 0, part: 400, paid: 1_000 }[state] }
})
