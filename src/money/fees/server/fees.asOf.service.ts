import type { Db } from '#server/db/tables.ts'
import * as rows from './fees.asOf.db.ts'

/** Sums over the fees of these months as they were at an instant, deposits among them. In paise. */
export const monthsAsOf = (db: Db, from: number, to: number, until: string): Promise<rows.Sums[]> => rows.months(db, from, to, until)

/** Sums over the deposits of every month as they were at an instant. In paise. */
export const depositsAsOf = (db: Db, until: string): Promise<rows.Sums[]> => rows.deposits(db, until)

/** What was owed of some due dates at an instant, and by students who were deleted by then. In paise. */
export const owedAsOf = <Dates extends rows.DueDates>(db: Db, dates: readonly Dates[], until: string): Promise<rows.OwedOf<Dates>> =>
  rows.owed(db, dates, until)
