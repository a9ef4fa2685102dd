import { toRupees } from '#contract/money.ts'
import { monthOfDay, yearAndMonth } from '#contract/month.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { type HallClock, type HallNow, hallDay, nextHallDay } from '#server/hallDay.ts'
import type { MonthMark } from '../fees.shapes.contract.ts'
import { ofStudent } from './fees.asOf.db.ts'
import { months } from './fees.marks.db.ts'

const MONTHS = 12

/** A monthly fee, in paise. */
type MonthFee = { period: number; amount: number; paid: number }

const stateOf = ({ amount, paid }: MonthFee): MonthMark['state'] => {
  if (paid >= amount) return 'paid'
  return paid > 0 ? 'part' : 'due'
}

/** Returns twelve months that end with the current one, or with the last one that is charged in advance, at most eleven later. */
const marksOf = (fees: readonly MonthFee[], current: number): MonthMark[] => {
  const last = Math.min(Math.max(current, ...fees.map(({ period }) => period)), current + MONTHS - 1)
  const ofMonth = new Map(fees.map((fee) => [fee.period, fee]))
  return Array.from({ length: MONTHS }, (_, at) => {
    const period = last - MONTHS + 1 + at
    const fee = ofMonth.get(period)
    return {
      ...yearAndMonth(period),
      state: fee ? stateOf(fee) : 'none',
      amount: toRupees(fee?.amount ?? 0),
      paidAmount: toRupees(fee?.paid ?? 0),
    }
  })
}

const monthIn = (clock: HallClock, at: Date): number => monthOfDay(hallDay(clock, at))

/** Returns the month strips of students, in the order of the ids. */
export const monthMarks = async (ctx: HallNow & Pick<Ctx, 'db' | 'staleAt'>, ids: readonly string[]): Promise<MonthMark[][]> => {
  const { db, now } = ctx
  ctx.staleAt(nextHallDay(ctx))
  const current = monthIn(ctx, now)
  const fees = Map.groupBy(await months(db, ids, current - MONTHS + 1), ({ userId }) => userId)
  return ids.map((id) => marksOf(fees.get(id) ?? [], current))
}

/** What a student had paid and owed at an instant, so that a paper can be printed again. */
type StandingAsOf = { months: MonthMark[] /** In rupees. */; owed: number }

/** Returns the month strip of a student and what they owed, as they were at an instant. */
export const standingAsOf = async ({ db, ...clock }: HallClock & Pick<Ctx, 'db'>, id: string, until: string): Promise<StandingAsOf> => {
  const current = monthIn(clock, new Date(until))
  const fees = await ofStudent(db, id, until)
  const monthly = fees.filter(({ kind, period }) => kind === 'monthly' && period > current - MONTHS)
  return {
    months: marksOf(monthly, current),
    owed: toRupees(fees.reduce((sum, { amount, paid }) => sum + Math.max(0, amount - paid), 0)),
  }
}
