import { depositsBefore, monthsBefore, withDifference } from '#money/fees/server/fees.asOf.service.ts'
import type { Db } from '#server/db/tables.ts'
import * as rows from './month-end.db.ts'

type Sums = { period: number; amount: number; paid: number }

/** Adds up the sums of each month. */
const added = (now: readonly Sums[], differences: readonly Sums[]): Sums[] =>
  [...Map.groupBy([...now, ...differences], ({ period }) => period)].map(([period, some]) => ({
    period,
    amount: some.reduce((sum, { amount }) => sum + amount, 0),
    paid: some.reduce((sum, { paid }) => sum + paid, 0),
  }))

const asOf = async (now: () => Promise<Sums[]>, difference: () => Promise<Sums[]>): Promise<Sums[]> =>
  added(...(await withDifference(now, difference)))

/** Returns the sums of the fees of these months, both included, now or as of an instant. In paise. */
export const sumsOfMonths = async (db: Db, from: number, to: number, until: string | undefined): Promise<Sums[]> => {
  const now = () => rows.months(db, from, to)
  return until === undefined ? now() : asOf(now, () => monthsBefore(db, from, to, until))
}

/** Returns the sums of the deposits of all months, now or as of an instant. In paise. */
export const depositsOf = async (db: Db, until: string | undefined): Promise<Sums[]> => {
  const now = () => rows.deposits(db)
  return until === undefined ? now() : asOf(now, () => depositsBefore(db, until))
}
