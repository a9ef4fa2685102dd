import { dayOfMonth, daysIn, monthOfDay } from '#contract/month.ts'
import type { Hall, PartMonth } from '#system/customization/customization.settings.contract.ts'
import type { Stay } from './fees.months.ts'

const PAISE_PER_RUPEE = 100

/** Returns the fee for `days` of a month with `of` days, rounded to whole rupees, by the hall's rule for part of a month. */
const partFee = (fee: number, rule: PartMonth, { days, of }: { days: number; of: number }): number => {
  if (rule === 'full' || days >= of) return fee
  const share = rule === 'days' ? days / of : days * 2 <= of ? 1 / 2 : 1
  return share === 1 ? fee : Math.max(1, Math.round((fee * share) / PAISE_PER_RUPEE)) * PAISE_PER_RUPEE
}

/** Returns the fee of a month. The month of joining follows the hall's rule for partial months if months begin on the 1st. */
export const monthFee = (fee: number, period: number, stays: readonly Stay[], { monthBegins, partMonth }: Hall): number => {
  const joined = stays.find(({ from }) => monthOfDay(from) === period)
  if (!joined || monthBegins === 'joining-day') return fee
  if (stays.some(({ from, to }) => monthOfDay(from) < period && (to === null || monthOfDay(to) >= period))) return fee
  const of = daysIn(period)
  const last = joined.to !== null && joined.to < dayOfMonth(period, of) ? Number(joined.to.slice(8)) : of
  return partFee(fee, partMonth, { days: last - Number(joined.from.slice(8)) + 1, of })
}
