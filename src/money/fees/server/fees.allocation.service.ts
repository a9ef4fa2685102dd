import { newId } from '#server/db/ids.ts'
import type { Db } from '#server/db/tables.ts'
import { type HallNow, hallToday, startOfHallDay } from '#server/hallDay.ts'
import * as rows from './fees.db.ts'
import * as money from './fees.money.db.ts'

/*
 * Moves money between payments and fees. All functions require the lock `fees` and run in the caller's transaction, so rows cannot
 * change between read and write. Constraints of the tables catch errors in these functions.
 */

type Charge = Pick<rows.FeeRow, 'id' | 'amount' | 'paidAmount' | 'settledAt' | 'takesCredit' | 'notes'>

/** Returns the columns derived from the amount of a fee and its paid part. */
export const balanced = (
  charge: Pick<Charge, 'amount' | 'paidAmount' | 'settledAt'>,
  next: { amount?: number; paidAmount?: number },
  at: string,
) => {
  const { amount, paidAmount } = { amount: charge.amount, paidAmount: charge.paidAmount, ...next }
  return { amount, paidAmount, settledAt: paidAmount < amount ? null : (charge.settledAt ?? at) }
}

/** Allocates money of a payment to fees in the given order and returns the rest. `at` becomes the paid date of the fees that it settles. */
export const allocate = async (
  tx: Db,
  { now }: HallNow,
  { paymentId, amount, at }: { paymentId: string; amount: number; at: string },
  charges: readonly Charge[],
): Promise<number> => {
  let left = amount
  for (const charge of charges) {
    const part = Math.min(left, charge.amount - charge.paidAmount)
    if (part <= 0) continue
    await money.insertAllocation(tx, { id: newId(), paymentId, chargeId: charge.id, amount: part, createdAt: now.toISOString() })
    await rows.setBalance(tx, charge, balanced(charge, { paidAmount: charge.paidAmount + part }, at))
    left -= part
  }
  return left
}

/** Pays fees from the credit of a student, oldest payment first: `charges`, or all fees that take credit automatically. */
export const takeCredit = async (tx: Db, ctx: HallNow, userId: string, charges?: readonly rows.FeeRow[]): Promise<void> => {
  const at = ctx.now.toISOString()
  for (const payment of await money.withCredit(tx, userId)) {
    const open = charges
      ? await rows.byIds(
          tx,
          charges.map(({ id }) => id),
        )
      : (await rows.allOpen(tx, userId)).filter(({ takesCredit }) => takesCredit === 1)
    const credit = await allocate(tx, ctx, { paymentId: payment.id, amount: payment.credit, at }, open)
    if (credit === payment.credit) return
    await money.setCredit(tx, payment.id, credit)
  }
}

/** Returns the paid date of a fee paid on this day: the current instant if it is today, otherwise the start of the day. */
export const paidAt = (ctx: HallNow, day: string): string => (day === hallToday(ctx) ? ctx.now.toISOString() : startOfHallDay(ctx, day))
