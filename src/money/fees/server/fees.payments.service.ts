import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { moveCash } from '#money/cashbox/server/cashbox.service.ts'
import { lockLedger } from '#money/locks/server/locks.ledger.service.ts'
import { lock } from '#server/db/locks.ts'
import type { PaymentsTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday } from '#server/hallDay.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { assertRule } from '#system/customization/server/customization.rules.service.ts'
import type { feesApi } from '../fees.contract.ts'
import { feeErrors } from '../fees.errors.contract.ts'
import type { Fee, Payment } from '../fees.shapes.contract.ts'
import { visitorVoucherNumber } from '../fees.visitors.policy.ts'
import { balanced, takeCredit } from './fees.allocation.service.ts'
import { toAdjustment, toFees, toPayments } from './fees.answer.ts'
import { chargeBegun, uncharged } from './fees.automatic.service.ts'
import * as rows from './fees.db.ts'
import { visitorPaymentVoided } from './fees.hooks.ts'
import * as money from './fees.money.db.ts'
import { enteredBefore, enterPayment } from './fees.newPayment.service.ts'
import * as people from './fees.people.db.ts'
import * as refunds from './fees.refunds.db.ts'
import { contentDigest } from './fees.repeats.service.ts'

/** Converts a payment to its form in replies. */
export const shown = async (ctx: Ctx, payment: PaymentsTable): Promise<Payment> => {
  const [answer] = await toPayments(ctx.db, [payment])
  if (!answer) throw new AppError(commonErrors.notFound)
  return answer
}

/** Returns the payment with this id, as in replies; throws `notFound`. */
export const onePayment = async (ctx: Ctx, id: string): Promise<Payment> => {
  const row = await money.payment(ctx.db, id)
  if (!row) throw new AppError(commonErrors.notFound)
  return shown(ctx, row)
}

/** Returns a person who can pay: a student, or a former student who still owes something. Throws `notAStudent` for anybody else. */
const findPayer = async (tx: Db, id: string): Promise<people.PersonRow> => {
  const person = await people.person(tx, id)
  const { notAStudent } = feeErrors
  if (!person || person.deletedAt !== null || !(person.role === 'student' || (await people.hasFees(tx, id))))
    throw new AppError(notAStudent, { field: 'studentId' })
  return person
}

const chosenFees = async (tx: Db, userId: string, ids: readonly string[]): Promise<rows.FeeRow[]> => {
  const found = new Map((await rows.byIds(tx, ids)).map((row) => [row.id, row]))
  return [...new Set(ids)].map((id) => {
    const row = found.get(id)
    if (row?.userId !== userId) throw new AppError(feeErrors.foreignFee, { field: 'feeIds' })
    return row
  })
}

export const pay = async (ctx: Ctx, { body }: Input<typeof feesApi.pay>): Promise<Payment> => {
  const received = { ...body, amount: toPaise(body.amount), clientDigest: contentDigest(body) }
  const payment = await ctx.transact(async (tx) => {
    await lockLedger(tx, ctx)
    const payer = await findPayer(tx, body.studentId)
    const before = await enteredBefore(tx, ctx, payer.id, received)
    if (before) return before
    await chargeBegun(tx, ctx, await uncharged(tx, ctx, payer.id))
    return enterPayment(tx, ctx, payer, received, await chosenFees(tx, payer.id, body.feeIds ?? []))
  })
  return shown(ctx, payment)
}

/** Takes the ledger lock and returns one fee; throws `notFound`. */
export const lockedFee = async (tx: Db, ctx: Ctx, id: string): Promise<rows.FeeRow> => {
  await lockLedger(tx, ctx)
  const row = await rows.byId(tx, id)
  if (!row) throw new AppError(commonErrors.notFound)
  return row
}

export const payFee = async (ctx: Ctx, { params, body }: Input<typeof feesApi.payFee>): Promise<Payment> => {
  const received = { ...body, amount: toPaise(body.amount), clientDigest: contentDigest(body, params.id) }
  const payment = await ctx.transact(async (tx) => {
    const fee = await lockedFee(tx, ctx, params.id)
    const before = await enteredBefore(tx, ctx, fee.userId, received)
    if (before) return before
    if (fee.settledAt !== null) throw new AppError(feeErrors.alreadyPaid)
    return enterPayment(tx, ctx, { id: fee.userId, name: fee.studentName }, received, [fee])
  })
  return shown(ctx, payment)
}

/** Pays the balance of a fee in cash. Throws `alreadyPaid` if another clerk was first. */
export const markPaid = async (tx: Db, ctx: Ctx, fee: rows.FeeRow): Promise<PaymentsTable> => {
  if (fee.settledAt !== null) throw new AppError(feeErrors.alreadyPaid)
  const received = { amount: fee.amount - fee.paidAmount, method: 'cash' } as const
  return enterPayment(tx, ctx, { id: fee.userId, name: fee.studentName }, received, [fee])
}

/** Voids a payment. Every fee that it paid is owed again, and takes no credit automatically. Requires the ledger lock. */
export const voidWhole = async (tx: Db, ctx: Ctx, payment: PaymentsTable, reason: string): Promise<void> => {
  if (payment.voidedAt !== null) throw new AppError(feeErrors.alreadyVoid)
  if (await refunds.isRefunded(tx, payment.id)) throw new AppError(feeErrors.refunded)
  const at = ctx.now.toISOString()
  for (const { chargeId, amount } of await money.linesOf(tx, [payment.id])) {
    const fee = amount > 0 ? await rows.byId(tx, chargeId) : undefined
    if (fee) await rows.update(tx, fee, { ...balanced(fee, { paidAmount: fee.paidAmount - amount }, at), takesCredit: 0 })
  }
  const voided = { voidedAt: at, voidedOn: hallToday(ctx), voidedBy: ctx.me._id, voidedByName: ctx.me.name, voidReason: reason }
  await money.setPaymentVoid(tx, payment.id, voided)
  if (payment.method === 'cash') await moveCash(tx, ctx, { kind: 'payment-void', ref: payment.id, amount: -payment.amount })
  const { receiptNumber, studentName, amount } = payment
  const before = { student: studentName, receiptNumber, amount: toRupees(amount) }
  const voucherNumber = payment.visitorId === null ? null : visitorVoucherNumber({ receiptNumber, voidReason: reason })
  await writeAudit(tx, ctx, {
    action: 'fees.voidPayment',
    targetId: payment.userId ?? payment.visitorId ?? payment.id,
    before,
    after: { reason, ...(voucherNumber !== null && { voucherNumber }) },
  })
  if (payment.visitorId !== null) await ctx.hooks.run(visitorPaymentVoided, tx, payment)
  ctx.notify('fees', payment.userId === null ? [] : [payment.userId])
}

export const voidPayment = async (ctx: Ctx, { params, body }: Input<typeof feesApi.voidPayment>): Promise<Payment> => {
  // The payer of a payment never changes. The seat of a visitor becomes free, so seats are locked first, as everywhere.
  const isVisitors = (await money.payment(ctx.db, params.id))?.visitorId != null
  const payment = await ctx.transact(async (tx) => {
    if (isVisitors) await lock(tx, 'users')
    await lockLedger(tx, ctx)
    const found = await money.payment(tx, params.id)
    if (!found) throw new AppError(commonErrors.notFound)
    await assertRule(tx, ctx.me, 'managersVoid')
    await voidWhole(tx, ctx, found, body.reason)
    return (await money.payment(tx, params.id)) ?? found
  })
  return shown(ctx, payment)
}

/** Voids all payments of a fee that are not void. */
export const markUnpaid = async (tx: Db, ctx: Ctx, fee: rows.FeeRow, reason: string): Promise<void> => {
  await assertRule(tx, ctx.me, 'managersVoid')
  const giving = new Set((await refunds.givenTo(tx, fee.id)).map(({ paymentId }) => paymentId))
  const counting = (await money.paymentsOfCharge(tx, fee.id)).filter(({ id }) => giving.has(id))
  if (counting.length === 0) throw new AppError(feeErrors.notPaid)
  for (const payment of counting) await voidWhole(tx, ctx, payment, reason || 'Marked unpaid')
}

export const payments = async (ctx: Ctx, { params }: Input<typeof feesApi.payments>): Promise<Reply<typeof feesApi.payments>> => {
  if (!(await rows.byId(ctx.db, params.id))) throw new AppError(commonErrors.notFound)
  const items = await toPayments(ctx.db, await money.paymentsOfCharge(ctx.db, params.id))
  return { items, nextCursor: null, adjustments: (await rows.adjustments(ctx.db, params.id)).map(toAdjustment) }
}

export const applyCredit = async (ctx: Ctx, { params }: Input<typeof feesApi.applyCredit>): Promise<Fee> => {
  await ctx.transact(async (tx) => {
    const fee = await lockedFee(tx, ctx, params.id)
    if (fee.settledAt !== null) throw new AppError(feeErrors.alreadyPaid)
    if ((await money.withCredit(tx, fee.userId)).length === 0) throw new AppError(feeErrors.noCredit)
    await takeCredit(tx, ctx, fee.userId, [fee])
    const after = { student: fee.studentName, fee: fee.id }
    await writeAudit(tx, ctx, { action: 'fees.applyCredit', targetId: fee.userId, after })
    ctx.notify('fees', [fee.userId])
  })
  return oneFee(ctx, params.id)
}

/** Returns the fee with this id, as in replies; throws `notFound`. */
export const oneFee = async (ctx: Ctx, id: string): Promise<Fee> => {
  const row = await rows.byId(ctx.db, id)
  const [fee] = row ? await toFees(ctx, [row]) : []
  if (!fee) throw new AppError(commonErrors.notFound)
  return fee
}
