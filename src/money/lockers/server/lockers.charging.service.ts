import type { Charging } from '#money/fees/server/fees.automatic.service.ts'
import { type BegunMonth, insertCharges, newCharge } from '#money/fees/server/fees.automatic.service.ts'
import { laterMonths } from '#money/fees/server/fees.recurring.service.ts'
import type { ChargesTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import type { OpenCtx } from '#server/feature/platform.ts'
import type { HallNow } from '#server/hallDay.ts'
import * as charged from './lockers.charges.db.ts'
import * as rows from './lockers.db.ts'

/*
 * Months of lockers that the job of automatic fees charges. A month is charged once for each student: it is remembered in the same
 * transaction, under a primary key. A month of a locker without a fee is remembered too, so that a later fee is not charged for it.
 */

/** A month of a student, and the locker that they have. */
export type LockerMonth = BegunMonth & { lockerId: string }

/** Returns the months of the next students that have begun and were not charged, and the last student of this page. */
export const begunLockerMonths = async (
  db: Db,
  charging: Pick<Charging, 'since' | 'today'>,
  limit: number,
  after: string,
): Promise<{ months: LockerMonth[]; next: string | undefined }> => {
  const taken = await rows.takenAfter(db, limit, after)
  const ids = taken.map(({ id }) => id)
  const known = new Set((await charged.monthsOf(db, ids)).map(({ userId, period }) => `${userId} ${period}`))
  const lockers = new Map(taken.map(({ id, lockerId }) => [id, lockerId]))
  const recurring = taken.map(({ fee, assignedOn, ...student }) => ({ ...student, fee: fee ?? 0, begunOn: assignedOn }))
  const months = (await laterMonths(db, recurring, charging))
    .filter(({ userId, period }) => !known.has(`${userId} ${period}`))
    .map((month) => ({ ...month, lockerId: lockers.get(month.userId) ?? '' }))
  return { months, next: taken.length < limit ? undefined : ids.at(-1) }
}

/** Charges months and returns the fees. Requires the ledger lock. */
export const chargeLockerMonths = async (
  tx: Db,
  ctx: HallNow & Pick<OpenCtx, 'me' | 'notify'>,
  months: readonly LockerMonth[],
): Promise<ChargesTable[]> => {
  const all = months.map(({ lockerId, ...month }) => ({
    lockerId,
    charge: newCharge({ me: null, now: ctx.now }, { ...month, kind: 'locker', notes: '' }),
  }))
  const charges = all.map(({ charge }) => charge).filter(({ amount }) => amount > 0)
  await insertCharges(tx, ctx, charges)
  const remembered = all.map(({ lockerId, charge: { userId, period, id, amount } }) => ({
    ...{ userId, period, lockerId },
    chargeId: amount > 0 ? id : null,
  }))
  await charged.insert(tx, remembered)
  return charges
}
