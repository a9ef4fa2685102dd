import { depositsBefore, monthsBefore } from '#money/fees/server/fees.asOf.service.ts'
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

/** Returns the sums of the fees of these months, both included, now or as of an instant. In paise. */
export const sumsOfMonths = async (db: Db, from: number, to: number, until: string | undefined): Promise<Sums[]> =>
  added(await rows.months(db, from, to), until === undefined ? [] : await monthsBefore(db, from, to, until))

/** Returns the sums of the deposits of all months, now or as of an instant. In paise. */
export const depositsOf = async (db: Db, until: string | undefined): Promise<Sums[]> =>
  added(await rows.deposits(db), until === undefined ? [] : await depositsBefore(db, until))
