import type { Db } from '#server/db/tables.ts'
import * as rows from './fees.asOf.db.ts'

/** Returns the sums of the fees of these months, deposits included, as they were at an instant. In paise. */
export const monthsAsOf = (db: Db, from: number, to: number, until: string): Promise<rows.Sums[]> => rows.months(db, from, to, until)

/** Returns the sums of the deposits of all months as they were at an instant. In paise. */
export const depositsAsOf = (db: Db, until: string): Promise<rows.Sums[]> => rows.deposits(db, until)

/** Returns what was owed in each range of due dates at an instant, and what students deleted before that instant owed. In paise. */
export const owedAsOf = <Dates extends rows.DueDates>(db: Db, dates: readonly Dates[], until: string): Promise<rows.OwedOf<Dates>> =>
  rows.owed(db, dates, until)
