import type { Db } from '#server/db/tables.ts'
import * as rows from './fees.asOf.db.ts'

/** Returns by how much the sums of the fees of these months differed at an instant, deposits included. In paise. */
export const monthsBefore = (db: Db, from: number, to: number, until: string): Promise<rows.Sums[]> => rows.months(db, from, to, until)

/** Returns by how much the sums of the deposits of each month differed at an instant. In paise. */
export const depositsBefore = (db: Db, until: string): Promise<rows.Sums[]> => rows.deposits(db, until)

/** Returns by how much what was owed differed at an instant, in each range of due dates and of students deleted until then. In paise. */
export const owedBefore = (db: Db, dates: readonly rows.DueDates[], until: string): Promise<rows.Difference> => rows.owed(db, dates, until)
