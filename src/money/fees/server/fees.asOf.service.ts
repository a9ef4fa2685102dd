import { isDeepStrictEqual } from 'node:util'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { Db } from '#server/db/tables.ts'
import * as rows from './fees.asOf.db.ts'

/** Returns by how much the sums of the fees of these months differed at an instant, deposits included. In paise. */
export const monthsBefore = (db: Db, from: number, to: number, until: string): Promise<rows.Sums[]> => rows.months(db, from, to, until)

/** Returns by how much the sums of the deposits of each month differed at an instant. In paise. */
export const depositsBefore = (db: Db, until: string): Promise<rows.Sums[]> => rows.deposits(db, until)

/** Returns by how much what was owed differed at an instant, in each range of due dates and of students deleted until then. In paise. */
export const owedBefore = (db: Db, dates: readonly rows.DueDates[], until: string): Promise<rows.Difference> => rows.owed(db, dates, until)

const MOST_ATTEMPTS = 50

/**
 * Reads figures of now and their difference from an earlier instant. These are several statements, between which a payment can be
 * entered, so they are read again until the difference is the same before and after.
 */
export const withDifference = async <Now, Difference>(
  readNow: () => Promise<Now>,
  readDifference: () => Promise<Difference>,
): Promise<[Now, Difference]> => {
  let before = await readDifference()
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const now = await readNow()
    const after = await readDifference()
    if (isDeepStrictEqual(before, after)) return [now, after]
    before = after
  }
  throw new AppError(commonErrors.unavailable)
}
