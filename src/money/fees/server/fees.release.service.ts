import { newId } from '#server/db/ids.ts'
import type { Db } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { balanced, takeCredit } from './fees.allocation.service.ts'
import * as rows from './fees.db.ts'
import * as money from './fees.money.db.ts'
import * as refunds from './fees.refunds.db.ts'

/*
 * Changes what a student owes. Nothing is overwritten: a fee gets adjustments, and money released from it is a negative allocation,
 * which turns it into credit of its payment.
 */

export type StudentFee = rows.FeeRow

/** Returns all fees of a student, oldest month first. */
export const feesOf = (db: Db, userId: string): Promise<StudentFee[]> => rows.ofUser(db, userId)

/** Returns the credit of a student, in paise. */
export const creditOf = async (db: Db, userId: string): Promise<number> => (await money.creditsOf(db, [userId])).get(userId) ?? 0

/** Moves money allocated to a fee to the credit of its payments, newest payment first. */
const release = async (tx: Db, { now }: Ctx, chargeId: string, amount: number): Promise<void> => {
  let left = amount
  for (const source of await refunds.givenTo(tx, chargeId)) {
    const part = Math.min(left, source.amount)
    if (part <= 0) return
    const row = { id: newId(), paymentId: source.paymentId, chargeId, amount: -part, createdAt: now.toISOString() }
    await money.insertAllocation(tx, row)
    const payment = await money.payment(tx, source.paymentId)
    await money.setCredit(tx, source.paymentId, (payment?.credit ?? 0) + part)
    left -= part
  }
}

/** Returns how much of a cut is waived, and how much was paid and becomes credit. The unpaid part is cut first. */
export const partsOfCut = ({ amount, paidAmount }: Pick<StudentFee, 'amount' | 'paidAmount'>, cut: number) => {
  const waived = Math.min(cut, amount - paidAmount)
  return { waived, returned: cut - waived }
}

/** Reduces a fee. Requires the ledger lock. */
export const cutFee = async (tx: Db, ctx: Ctx, fee: StudentFee, cut: number, reason: string): Promise<void> => {
  const { waived, returned } = partsOfCut(fee, cut)
  const at = ctx.now.toISOString()
  const by = { reason, createdBy: ctx.me._id, createdByName: ctx.me.name, createdAt: at }
  const adjust = (kind: 'waiver' | 'refund', amount: number) =>
    money.insertAdjustment(tx, { id: newId(), chargeId: fee.id, kind, amount: -amount, ...by })
  if (waived > 0) await adjust('waiver', waived)
  if (returned > 0) {
    await adjust('refund', returned)
    await release(tx, ctx, fee.id, returned)
  }
  await rows.update(tx, fee, balanced(fee, { amount: fee.amount - cut, paidAmount: fee.paidAmount - returned }, at))
}

/** Raises or lowers a fee by one correction; money that a lower fee no longer needs becomes credit. Requires the ledger lock. */
export const correctFee = async (tx: Db, ctx: Ctx, fee: StudentFee, by: number, reason: string): Promise<void> => {
  const at = ctx.now.toISOString()
  const author = { createdBy: ctx.me._id, createdByName: ctx.me.name, createdAt: at }
  await money.insertAdjustment(tx, { id: newId(), chargeId: fee.id, kind: 'correction', amount: by, reason, ...author })
  const { returned } = by < 0 ? partsOfCut(fee, -by) : { returned: 0 }
  if (returned > 0) await release(tx, ctx, fee.id, returned)
  await rows.update(tx, fee, balanced(fee, { amount: fee.amount + by, paidAmount: fee.paidAmount - returned }, at))
}

/** Pays all open fees of a student from their credit, including fees that take none automatically. */
export const settleFromCredit = async (tx: Db, ctx: Ctx, userId: string): Promise<void> => {
  const open = await rows.allOpen(tx, userId)
  if (open.length > 0) await takeCredit(tx, ctx, userId, open)
}
