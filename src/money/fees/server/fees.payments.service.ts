import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { moveCash } from '#money/cashbox/server/cashbox.service.ts'
import { assertBookable } from '#money/locks/server/locks.service.ts'
import { newId } from '#server/db/ids.ts'
import { lock } from '#server/db/locks.ts'
import type { Db, PaymentMethod, PaymentsTable } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { assertRule } from '#system/settings/server/customization.rules.service.ts'
import { type Fee, feeErrors, type feesApi, type Payment } from '../fees.contract.ts'
import { toAdjustment, toFees, toPayments } from './fees.answer.ts'
import * as rows from './fees.db.ts'
import { balanced, paidAt, spread, takeCredit } from './fees.ledger.service.ts'
import * as money from './fees.money.db.ts'
import { nextNumber } from './fees.numbers.service.ts'
import * as people from './fees.people.db.ts'
import { judgeReference } from './fees.references.ts'
import { assertRepeated, contentDigest } from './fees.repeats.ts'
import { todayOf } from './fees.service.ts'

type Received = {
  amount: number
  method: PaymentMethod
  reference?: string | undefined
  referenceSkipped?: boolean | undefined
  referenceReason?: string | undefined
  receivedOn?: string | null | undefined
  reason?: string | undefined
  clientId?: string | undefined
  clientDigest?: string | undefined
}

/** Enters one payment, in a transaction that has the lock, and pays `first` and then whatever else is open. */
export const enterPayment = async (
  tx: Db,
  ctx: Ctx,
  student: Pick<people.PersonRow, 'id' | 'name'>,
  received: Received,
  first: readonly rows.FeeRow[] = [],
): Promise<PaymentsTable> => {
  const receivedOn = received.receivedOn ?? todayOf(ctx)
  const reason = received.reason ?? ''
  await assertBookable(tx, ctx, { field: 'receivedOn', day: receivedOn, reason })
  const reference = await judgeReference(tx, received)
  const { year, count, number } = await nextNumber(tx, ctx, 'receipt')
  const payment: PaymentsTable = {
    id: newId(),
    userId: student.id,
    studentName: student.name,
    receiptYear: year,
    receiptCount: count,
    receiptNumber: number,
    amount: received.amount,
    credit: 0,
    method: received.method,
    ...reference,
    receivedOn,
    dateReason: reason,
    replaces: await money.voidToReplace(tx, student.id, todayOf(ctx)),
    bookedOn: receivedOn,
    enteredAt: ctx.now.toISOString(),
    enteredBy: ctx.me._id,
    enteredByName: ctx.me.name,
    clientId: received.clientId ?? null,
    clientDigest: received.clientId === undefined ? null : (received.clientDigest ?? null),
    voidedAt: null,
    voidedOn: null,
    voidedBy: null,
    voidedByName: null,
    voidReason: null,
  }
  await money.insertPayment(tx, payment)
  if (payment.method === 'cash') await moveCash(tx, ctx, { kind: 'payment', ref: payment.id, amount: payment.amount })
  const chosen = new Set(first.map(({ id }) => id))
  const others = (await rows.allOpen(tx, student.id)).filter(({ id }) => !chosen.has(id))
  const spending = { paymentId: payment.id, amount: payment.amount, at: paidAt(ctx, receivedOn) }
  const credit = await spread(tx, ctx, spending, [...first, ...others])
  if (credit > 0) await money.setCredit(tx, payment.id, credit)
  const { amount, method } = payment
  const more = { ...(reason && { dateReason: reason }), ...(payment.referenceSkipped === 1 && { referenceSkipped: true }) }
  const after = {
    student: student.name,
    receiptNumber: number,
    amount: toRupees(amount),
    method,
    reference: payment.reference,
    receivedOn,
    ...more,
  }
  await writeAudit(tx, ctx, { action: 'fees.pay', targetId: student.id, after })
  ctx.notify('fees', [student.id])
  return { ...payment, credit }
}

/** What a call with the same `clientId` has entered, where this is the second time that it arrives. */
const enteredBefore = async (tx: Db, { me }: Ctx, userId: string, received: Received): Promise<PaymentsTable | undefined> => {
  const { clientId, clientDigest = '', amount } = received
  const before = clientId === undefined ? undefined : await money.paymentByClientId(tx, clientId)
  if (!before) return undefined
  assertRepeated(before, me._id, clientDigest)
  if (before.userId !== userId || before.amount !== amount) throw new AppError(feeErrors.otherContent)
  return before
}

const shown = async (ctx: Ctx, payment: PaymentsTable): Promise<Payment> => {
  const [answer] = await toPayments(ctx.db, [payment])
  if (!answer) throw new AppError(commonErrors.notFound)
  return answer
}

/** Who can pay: students, and a person who was one and still owes something. */
const payerOf = async (tx: Db, id: string): Promise<people.PersonRow> => {
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
    await lock(tx, 'fees')
    const payer = await payerOf(tx, body.studentId)
    const before = await enteredBefore(tx, ctx, payer.id, received)
    return before ?? enterPayment(tx, ctx, payer, received, await chosenFees(tx, payer.id, body.feeIds ?? []))
  })
  return shown(ctx, payment)
}

/** One fee, behind the lock; throws `notFound`. */
export const lockedFee = async (tx: Db, id: string): Promise<rows.FeeRow> => {
  await lock(tx, 'fees')
  const row = await rows.byId(tx, id)
  if (!row) throw new AppError(commonErrors.notFound)
  return row
}

export const payFee = async (ctx: Ctx, { params, body }: Input<typeof feesApi.payFee>): Promise<Payment> => {
  const received = { ...body, amount: toPaise(body.amount), clientDigest: contentDigest(body, params.id) }
  const payment = await ctx.transact(async (tx) => {
    const fee = await lockedFee(tx, params.id)
    const before = await enteredBefore(tx, ctx, fee.userId, received)
    if (before) return before
    if (fee.settledAt !== null) throw new AppError(feeErrors.alreadyPaid)
    return enterPayment(tx, ctx, { id: fee.userId, name: fee.studentName }, received, [fee])
  })
  return shown(ctx, payment)
}

/** The balance of a fee in cash; a person who comes second is told that it is paid. */
export const markPaid = async (tx: Db, ctx: Ctx, fee: rows.FeeRow): Promise<void> => {
  if (fee.settledAt !== null) throw new AppError(feeErrors.alreadyPaid)
  const received = { amount: fee.amount - fee.paidAmount, method: 'cash' } as const
  await enterPayment(tx, ctx, { id: fee.userId, name: fee.studentName }, received, [fee])
}

/** Voids a payment in a transaction that has the lock: every fee that it paid is owed again, and takes no credit by itself. */
const voidWhole = async (tx: Db, ctx: Ctx, payment: PaymentsTable, reason: string): Promise<void> => {
  if (payment.voidedAt !== null) throw new AppError(feeErrors.alreadyVoid)
  if (await money.isRefunded(tx, payment.id)) throw new AppError(feeErrors.refunded)
  const at = ctx.now.toISOString()
  for (const { chargeId, amount } of await money.linesOf(tx, [payment.id])) {
    const fee = await rows.byId(tx, chargeId)
    if (fee) await rows.update(tx, fee, { ...balanced(fee, { paidAmount: fee.paidAmount - amount }, at), takesCredit: 0 })
  }
  const voided = { voidedAt: at, voidedOn: todayOf(ctx), voidedBy: ctx.me._id, voidedByName: ctx.me.name, voidReason: reason }
  await money.setPaymentVoid(tx, payment.id, voided)
  if (payment.method === 'cash') await moveCash(tx, ctx, { kind: 'payment-void', ref: payment.id, amount: -payment.amount })
  const { receiptNumber, studentName, amount } = payment
  const before = { student: studentName, receiptNumber, amount: toRupees(amount) }
  await writeAudit(tx, ctx, { action: 'fees.voidPayment', targetId: payment.userId, before, after: { reason } })
  ctx.notify('fees', [payment.userId])
}

export const voidPayment = async (ctx: Ctx, { params, body }: Input<typeof feesApi.voidPayment>): Promise<Payment> => {
  const payment = await ctx.transact(async (tx) => {
    await lock(tx, 'fees')
    const found = await money.payment(tx, params.id)
    if (!found) throw new AppError(commonErrors.notFound)
    await assertRule(tx, ctx.me, 'managersVoid')
    await voidWhole(tx, ctx, found, body.reason)
    return (await money.payment(tx, params.id)) ?? found
  })
  return shown(ctx, payment)
}

/** Voids all payments of a fee that count. */
export const markUnpaid = async (tx: Db, ctx: Ctx, fee: rows.FeeRow, reason: string): Promise<void> => {
  await assertRule(tx, ctx.me, 'managersVoid')
  const counting = (await money.paymentsOfCharge(tx, fee.id)).filter(({ voidedAt }) => voidedAt === null)
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
    const fee = await lockedFee(tx, params.id)
    if (fee.settledAt !== null) throw new AppError(feeErrors.alreadyPaid)
    if ((await money.withCredit(tx, fee.userId)).length === 0) throw new AppError(feeErrors.noCredit)
    await takeCredit(tx, ctx, fee.userId, [fee])
    const after = { student: fee.studentName, fee: fee.id }
    await writeAudit(tx, ctx, { action: 'fees.applyCredit', targetId: fee.userId, after })
    ctx.notify('fees', [fee.userId])
  })
  return oneFee(ctx, params.id)
}

/** A fee as replies show it; throws `notFound`. */
export const oneFee = async (ctx: Ctx, id: string): Promise<Fee> => {
  const row = await rows.byId(ctx.db, id)
  const [fee] = row ? await toFees(ctx, [row]) : []
  if (!fee) throw new AppError(commonErrors.notFound)
  return fee
}
