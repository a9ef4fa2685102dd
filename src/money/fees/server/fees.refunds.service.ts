import { AppError, commonErrors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { moveCash } from '#money/cashbox/server/cashbox.service.ts'
import { lockLedger } from '#money/locks/server/locks.ledger.service.ts'
import { assertBookable } from '#money/locks/server/locks.service.ts'
import { newId } from '#server/db/ids.ts'
import type { RefundsTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday } from '#server/hallDay.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { assertRefundable, assertRule } from '#system/customization/server/customization.rules.service.ts'
import type { feesApi } from '../fees.contract.ts'
import { feeErrors } from '../fees.errors.contract.ts'
import type { Refund } from '../fees.shapes.contract.ts'
import { balanced, takeCredit } from './fees.allocation.service.ts'
import { toRefund } from './fees.answer.ts'
import * as rows from './fees.db.ts'
import * as money from './fees.money.db.ts'
import { nextNumber } from './fees.numbers.service.ts'
import * as people from './fees.people.db.ts'
import { judgeRefundReference } from './fees.references.ts'
import * as refunds from './fees.refunds.db.ts'
import { assertRepeated, contentDigest } from './fees.repeats.service.ts'

const { beforePayment } = feeErrors

/** Takes an amount from the sources, newest first, each up to its own amount. */
const takeFrom = (sources: readonly { paymentId: string; amount: number }[], amount: number) => {
  const there = sources.reduce((sum, source) => sum + source.amount, 0)
  if (there < amount) throw new AppError(feeErrors.notSoMuch, { params: { available: toRupees(there) }, field: 'amount' })
  const parts: { paymentId: string; amount: number }[] = []
  let left = amount
  for (const source of sources) {
    const part = Math.min(left, source.amount)
    if (part > 0) parts.push({ paymentId: source.paymentId, amount: part })
    left -= part
  }
  return parts
}

/** Changes the amount of a fee and its paid amount by the same refund, so that its balance stays the same. */
const adjustFee = async (tx: Db, ctx: Ctx, fee: rows.FeeRow, amount: number, reason: string): Promise<void> => {
  const at = ctx.now.toISOString()
  const by = { createdBy: ctx.me._id, createdByName: ctx.me.name, createdAt: at }
  if (toRupees(fee.amount + amount) > limits.rupees) throw new AppError(feeErrors.tooMuch)
  await money.insertAdjustment(tx, { id: newId(), chargeId: fee.id, kind: 'refund', amount, reason, ...by })
  await rows.update(tx, fee, balanced(fee, { amount: fee.amount + amount, paidAmount: fee.paidAmount + amount }, at))
}

const feeOf = async (tx: Db, userId: string, id: string): Promise<rows.FeeRow> => {
  const fee = await rows.byId(tx, id)
  if (fee?.userId !== userId) throw new AppError(feeErrors.foreignFee, { field: 'feeId' })
  return fee
}

export type Body = Input<typeof feesApi.refund>['body']

type Taking = Pick<RefundsTable, 'id' | 'amount' | 'paidOn'>

const takeMoney = async (tx: Db, ctx: Ctx, { id: refundId, amount, paidOn }: Taking, { studentId, feeId, reason }: Body): Promise<void> => {
  const fee = feeId ? await feeOf(tx, studentId, feeId) : undefined
  const sources = fee
    ? await refunds.givenTo(tx, fee.id)
    : (await money.withCredit(tx, studentId)).map(({ id: paymentId, credit }) => ({ paymentId, amount: credit })).toReversed()
  const parts = takeFrom(sources, amount)
  const received = await refunds.lastReceivedOn(
    tx,
    parts.map(({ paymentId }) => paymentId),
  )
  if (paidOn < received) throw new AppError(beforePayment, { field: 'paidOn' })
  for (const part of parts) await refunds.insertRefundLine(tx, { id: newId(), refundId, chargeId: fee?.id ?? null, ...part })
  if (fee) return adjustFee(tx, ctx, fee, -amount, reason)
  const left = new Map(sources.map((source) => [source.paymentId, source.amount]))
  for (const part of parts) await money.setCredit(tx, part.paymentId, (left.get(part.paymentId) ?? 0) - part.amount)
}

/** Records a refund. Requires the ledger lock. */
export const enterRefund = async (tx: Db, ctx: Ctx, body: Body): Promise<RefundsTable> => {
  const person = await people.person(tx, body.studentId)
  const { notAStudent } = feeErrors
  if (!person) throw new AppError(notAStudent, { field: 'studentId' })
  await assertRefundable(tx, ctx.me, body.amount)
  const amount = toPaise(body.amount)
  const paidOn = body.paidOn ?? hallToday(ctx)
  const dateReason = body.dateReason ?? ''
  await assertBookable(tx, ctx, { field: 'paidOn', day: paidOn, reason: dateReason, reasonField: 'dateReason' })
  const { isSkipped, ...reference } = await judgeRefundReference(tx, body)
  const { year, count, number } = await nextNumber(tx, ctx, 'refund')
  const refund: RefundsTable = {
    id: newId(),
    userId: person.id,
    // The row of a deleted person has no name, but their receipts do.
    studentName: (person.deletedAt === null ? undefined : await money.nameAsIssued(tx, person.id)) ?? person.name,
    voucherYear: year,
    voucherCount: count,
    voucherNumber: number,
    amount,
    method: body.method,
    ...reference,
    reason: body.reason,
    paidOn,
    dateReason,
    bookedOn: paidOn,
    enteredAt: ctx.now.toISOString(),
    enteredBy: ctx.me._id,
    enteredByName: ctx.me.name,
    clientId: body.clientId ?? null,
    clientDigest: body.clientId === undefined ? null : contentDigest(body),
    voidedAt: null,
    voidedOn: null,
    voidedBy: null,
    voidedByName: null,
    voidReason: null,
  }
  await refunds.insertRefund(tx, refund)
  if (refund.method === 'cash') await moveCash(tx, ctx, { kind: 'refund', ref: refund.id, amount: -amount })
  await takeMoney(tx, ctx, refund, body)
  const { method, reason } = refund
  const more = { ...(dateReason && { dateReason }), ...(isSkipped && { referenceSkipped: true }) }
  const after = { student: refund.studentName, voucherNumber: number, amount: body.amount, method, reason, paidOn, ...more }
  await writeAudit(tx, ctx, { action: 'fees.refund', targetId: person.id, after })
  ctx.notify('fees', [person.id])
  return refund
}

/** Returns the refund that an earlier call with the same `clientId` made. */
const enteredBefore = async (tx: Db, { me }: Ctx, body: Body): Promise<RefundsTable | undefined> => {
  const before = body.clientId === undefined ? undefined : await refunds.refundByClientId(tx, body.clientId)
  if (!before) return undefined
  assertRepeated(before, me._id, contentDigest(body))
  if (before.userId !== body.studentId || before.amount !== toPaise(body.amount)) throw new AppError(feeErrors.otherContent)
  return before
}

export const refund = async (ctx: Ctx, { body }: Input<typeof feesApi.refund>): Promise<Refund> =>
  toRefund(
    await ctx.transact(async (tx) => {
      await lockLedger(tx, ctx)
      return (await enteredBefore(tx, ctx, body)) ?? enterRefund(tx, ctx, body)
    }),
  )

const giveBack = async (tx: Db, ctx: Ctx, row: RefundsTable, reason: string): Promise<void> => {
  for (const line of await refunds.refundLines(tx, row.id)) {
    if (line.chargeId === null) {
      const payment = await money.payment(tx, line.paymentId)
      if (payment) await money.setCredit(tx, payment.id, payment.credit + line.amount)
      continue
    }
    const fee = await rows.byId(tx, line.chargeId)
    if (fee) await adjustFee(tx, ctx, fee, line.amount, reason)
  }
  await takeCredit(tx, ctx, row.userId)
}

export const voidRefund = async (ctx: Ctx, { params, body }: Input<typeof feesApi.voidRefund>): Promise<Refund> =>
  toRefund(
    await ctx.transact(async (tx) => {
      await lockLedger(tx, ctx)
      const row = await refunds.refund(tx, params.id)
      if (!row) throw new AppError(commonErrors.notFound)
      await assertRule(tx, ctx.me, 'managersVoid')
      if (row.voidedAt !== null) throw new AppError(feeErrors.alreadyVoid)
      const voided = {
        voidedAt: ctx.now.toISOString(),
        voidedOn: hallToday(ctx),
        voidedBy: ctx.me._id,
        voidedByName: ctx.me.name,
        voidReason: body.reason,
      }
      await refunds.setRefundVoid(tx, row.id, voided)
      if (row.method === 'cash') await moveCash(tx, ctx, { kind: 'refund-void', ref: row.id, amount: row.amount })
      await giveBack(tx, ctx, row, body.reason)
      const before = { student: row.studentName, voucherNumber: row.voucherNumber, amount: toRupees(row.amount) }
      await writeAudit(tx, ctx, { action: 'fees.voidRefund', targetId: row.userId, before, after: { reason: body.reason } })
      ctx.notify('fees', [row.userId])
      return { ...row, ...voided }
    }),
  )

/** Returns the refund with this id, as in replies; throws `notFound`. */
export const oneRefund = async ({ db }: Ctx, id: string): Promise<Refund> => {
  const row = await refunds.refund(db, id)
  if (!row) throw new AppError(commonErrors.notFound)
  return toRefund(row)
}
