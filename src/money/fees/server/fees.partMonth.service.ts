import { addDays } from '#contract/day.ts'
import { dayOfMonth, daysIn, monthOfDay } from '#contract/month.ts'
import type { Db } from '#server/db/tables.ts'
import type { Hall, PartMonth } from '#system/customization/customization.settings.contract.ts'
import { monthStart, type Stay, stayIn } from './fees.months.ts'
import * as people from './fees.people.db.ts'

const PAISE_PER_RUPEE = 100
const DAY_MS = 86_400_000

/** Returns the number of days from one to another, both included. */
export const daysFrom = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** Returns the fee for `days` of a month with `of` days, rounded to whole rupees, by the hall's rule for part of a month. */
export const partFee = (fee: number, rule: PartMonth, { days, of }: { days: number; of: number }): number => {
  if (rule === 'full' || days >= of) return fee
  const share = rule === 'days' ? days / of : days * 2 <= of ? 1 / 2 : 1
  return share === 1 ? fee : Math.max(1, Math.round((fee * share) / PAISE_PER_RUPEE)) * PAISE_PER_RUPEE
}

/** The days that the fee of a month is for, both included, and how many days the whole month has. */
export type MonthSpan = { from: string; to: string; of: number }

/**
 * Returns the days that the fee of a month is for. If months begin on the 1st, the month of joining begins on the day of joining,
 * unless a former stay is in the same month.
 */
const monthSpan = (period: number, stays: readonly Stay[], begins: Hall['monthBegins']): MonthSpan => {
  const stay = stayIn(stays, period)
  if (begins === 'joining-day' && stay) {
    const [from, to] = [monthStart(stay, period, begins), addDays(monthStart(stay, period + 1, begins), -1)]
    return { from, to, of: daysFrom(from, to) }
  }
  const of = daysIn(period)
  const whole = { from: dayOfMonth(period, 1), to: dayOfMonth(period, of), of }
  const joined = stays.find(({ from }) => monthOfDay(from) === period)
  if (!joined || stays.some(({ from, to }) => monthOfDay(from) < period && (to === null || monthOfDay(to) >= period))) return whole
  return { from: joined.from, to: joined.to !== null && joined.to < whole.to ? joined.to : whole.to, of }
}

/** Returns the fee of a month. The month of joining follows the hall's rule for partial months if months begin on the 1st. */
export const calculateMonthFee = (fee: number, period: number, stays: readonly Stay[], { monthBegins, partMonth }: Hall): number => {
  const { from, to, of } = monthSpan(period, stays, monthBegins)
  return partFee(fee, partMonth, { days: daysFrom(from, to), of })
}

type Member = Pick<people.PersonRow, 'id' | 'dateJoined' | 'terminationDate'>

/** Returns the days of each month of a student, and whether the month was paid before Carrel and is never charged. */
export const studentMonths = async (db: Db, member: Member, { monthBegins }: Hall) => {
  const stays = people.staysWith(member, await people.staysOf(db, [member.id]))
  const [opening] = await people.openingsOf(db, [member.id])
  return {
    spanOf: (period: number): MonthSpan => monthSpan(period, stays, monthBegins),
    isPaidBefore: (period: number): boolean => period < (opening?.chargeFrom ?? 0),
  }
}
