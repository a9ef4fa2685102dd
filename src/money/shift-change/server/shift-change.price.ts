import { addDays } from '#contract/day.ts'
import { daysFrom, type MonthSpan, partFee } from '#money/fees/server/fees.partMonth.service.ts'
import type { PartMonth } from '#system/customization/customization.settings.contract.ts'

/*
 * A month in two shifts costs the cheaper fee, and what the other shift costs more for the days in it, by the hall's rule for part
 * of a month. With any number of changes, each higher fee counts for the days with at least that fee, so that the fee of a month
 * depends only on the days in each shift and not on how many changes led to them: a change that is taken back on the same day costs
 * nothing.
 */

/** From this day on the student has this monthly fee, in paise. */
export type Step = { from: string; fee: number }

/** Returns how many days of the month each fee holds. Steps are in order; a later one from the same day replaces an earlier one. */
const partsOf = ({ from, to }: MonthSpan, steps: readonly Step[]): { fee: number; days: number }[] =>
  steps.map((step, at) => {
    const next = steps[at + 1]
    const first = step.from > from ? step.from : from
    return { fee: step.fee, days: Math.max(0, daysFrom(first, next ? addDays(next.from, -1) : to)) }
  })

/** Returns the fee of a month with these steps, of which the first begins with the month. */
export const stepsFee = (span: MonthSpan, rule: PartMonth, steps: readonly Step[]): number => {
  const parts = partsOf(span, steps).filter(({ days }) => days > 0)
  let [sum, below] = [0, 0]
  for (const fee of [...new Set(parts.map((part) => part.fee))].sort((one, other) => one - other)) {
    const days = parts.filter((part) => part.fee >= fee).reduce((all, part) => all + part.days, 0)
    if (fee > below) sum += partFee(fee - below, rule, { days, of: span.of })
    below = fee
  }
  return sum
}
