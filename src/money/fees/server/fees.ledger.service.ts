import { startInstant } from '#contract/day.ts'
import { newId } from '#server/db/ids.ts'
import type { Db } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import * as rows from './fees.db.ts'
import * as money from './fees.money.db.ts'
import { todayOf } from './fees.service.ts'

/*
 * How money moves between payments and fees. All of it runs behind the lock `fees`, in the transaction of the caller:
 * what was read here is still so when it is written. The checks of the tables catch whatever these functions get wrong.
 */

type Now = Pick<Ctx, 'config' | 'now'>
type Charge = Pick<rows.FeeRow, 'id' | 'amount' | 'paidAmount' | 'settledAt' | 'takesCredit' | 'notes'>

/** The columns that follow from what a fee costs and how much is paid. */
export const balanced = (
  charge: Pick<Charge, 'amount' | 'paidAmount' | 'settledAt'>,
  next: { amount?: number; paidAmount?: number },
  at: string,
) => {
  const { amount, paidAmount } = { amount: charge.amount, paidAmount: charge.paidAmount, ...next }
  return { amount, paidAmount, settledAt: paidAmount < amount ? null : (charge.settledAt ?? at) }
}

/** Spreads money of a payment over fees in their order; returns what is left. `at` is when a fee that it settles is paid. */
export const spread = async (
  tx: Db,
  { now }: Now,
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

/** Pays fees from the credit of a student, the oldest payment first; of `charges`, or of all that take credit by themselves. */
export const takeCredit = async (tx: Db, ctx: Now, userId: string, charges?: readonly rows.FeeRow[]): Promise<void> => {
  const at = ctx.now.toISOString()
  for (const payment of await money.withCredit(tx, userId)) {
    const open = charges
      ? await rows.byIds(
          tx,
          charges.map(({ id }) => id),
        )
      : (await rows.allOpen(tx, userId)).filter(({ takesCredit }) => takesCredit === 1)
    const credit = await spread(tx, ctx, { paymentId: payment.id, amount: payment.credit, at }, open)
    if (credit === payment.credit) return
    await money.setCredit(tx, payment.id, credit)
  }
}

/** When a fee counts as paid that was paid on this day: now, or where it was another day, at its beginning. */
export const paidAt = (ctx: Now, day: string): string =>
  day === todayOf(ctx) ? ctx.now.toISOString() : startInstant(ctx.config.timeZone, day)
