import { AppError } from '#contract/errors.ts'
import { toPaise, toRupees } from '#contract/money.ts'
import { yearAndMonth } from '#contract/month.ts'
import { lockerReason } from '#contract/reason.ts'
import { takeCredit } from '#money/fees/server/fees.allocation.service.ts'
import type { BegunMonth } from '#money/fees/server/fees.automatic.service.ts'
import type { findChargeableStudent } from '#money/fees/server/fees.charges.service.ts'
import { chargeOne, currentMonth } from '#money/fees/server/fees.recurring.service.ts'
import { correctFee, cutFee, feesOf, type StudentFee } from '#money/fees/server/fees.release.service.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday } from '#server/hallDay.ts'
import { assertRule } from '#system/customization/server/customization.rules.service.ts'
import { lockerErrors, type lockersApi } from '../lockers.contract.ts'
import type { LockerQuote } from '../lockers.shapes.contract.ts'
import * as charged from './lockers.charges.db.ts'
import type * as rows from './lockers.db.ts'

/*
 * The fee of the month in which a student gets a locker. A month costs as much as the dearest locker of the month: another locker
 * adds the difference by the hall's rule for part of a month, and a cheaper one gives nothing back. Otherwise a clerk could assign a
 * free locker, change to a dear one and keep its fee.
 */

export type Student = Awaited<ReturnType<typeof findChargeableStudent>>
type Body = Input<typeof lockersApi.assign>['body']

/** What is charged if a student gets a locker now. */
type FeeNow = {
  /** Undefined before the student joins. The amount is 0 if nothing is to be charged. */
  month: BegunMonth | undefined
  /** The month if it was charged for a locker before. */
  before: { chargeId: string | null; fee: StudentFee | undefined } | undefined
}

const feeNow = async (db: Db, ctx: Ctx, locker: rows.LockerRow, student: Student): Promise<FeeNow> => {
  const month = await currentMonth(db, ctx, student, locker.fee ?? 0)
  const known = month && (await charged.ofMonth(db, student.id, month.period))
  if (!known) return { month, before: undefined }
  // A fee that was withdrawn no longer exists.
  const fee = (await feesOf(db, student.id)).find(({ id }) => id === known.chargeId)
  const chargedFor = Math.max(known.fee ?? 0, fee?.originalAmount ?? 0)
  const difference = await currentMonth(db, ctx, student, Math.max(0, (locker.fee ?? 0) - chargedFor))
  return { month: difference, before: { chargeId: known.chargeId, fee } }
}

const isCharged = ({ month, before }: FeeNow): boolean => before !== undefined && month?.amount === 0

export const quoteFee = async (ctx: Ctx, locker: rows.LockerRow, student: Student): Promise<LockerQuote> => {
  const now = await feeNow(ctx.db, ctx, locker, student)
  const fee = !now.month || isCharged(now) ? null : { ...yearAndMonth(now.month.period), amount: toRupees(now.month.amount) }
  return { fee, isCharged: now.before !== undefined }
}

type Amounts = { amount: number; usual: number; reason: string }

/** Raises a fee by the usual difference. Another amount is an adjustment of its own, which the owner sees with its reason. */
const raiseFee = async (tx: Db, ctx: Ctx, fee: StudentFee, number: string, { amount, usual, reason }: Amounts): Promise<void> => {
  if (amount < usual) await assertRule(tx, ctx.me, 'managersConcede')
  await correctFee(tx, ctx, fee, usual, lockerReason(hallToday(ctx), number))
  const raised = { ...fee, amount: fee.amount + usual }
  if (amount < usual) await cutFee(tx, ctx, raised, usual - amount, reason)
  if (amount > usual) await correctFee(tx, ctx, raised, amount - usual, reason)
  await takeCredit(tx, ctx, fee.userId)
  ctx.notify('fees', [fee.userId])
}

/** Enters the fee of the current month. Returns its amount in paise. Requires the ledger lock. */
export const enterFee = async (tx: Db, ctx: Ctx, locker: rows.LockerRow, student: Student, body: Body): Promise<number> => {
  const now = await feeNow(tx, ctx, locker, student)
  const { month, before } = now
  if (body.expected !== undefined && toPaise(body.expected) !== (month?.amount ?? 0)) throw new AppError(lockerErrors.changed)
  const sent = body.amount === undefined ? undefined : toPaise(body.amount)
  if (!month || isCharged(now)) {
    if (sent) throw new AppError(lockerErrors.noFeeNow, { field: 'amount' })
    return 0
  }
  const amount = sent ?? month.amount
  // Nothing is conceded where the locker is free of charge.
  const usual = month.amount === 0 ? amount : month.amount
  const reason = body.reason ?? ''
  if (amount !== usual && reason === '') throw new AppError(lockerErrors.reasonNeeded, { field: 'reason' })
  const of = { userId: student.id, period: month.period, lockerId: locker.id }
  if (before?.fee) {
    await raiseFee(tx, ctx, before.fee, locker.number, { amount, usual, reason })
    await charged.update(tx, { ...of, chargeId: before.chargeId })
    return amount
  }
  const charge = usual === 0 ? undefined : await chargeOne(tx, ctx, { ...month, amount, usual, reason, kind: 'locker' })
  const chargeId = charge?.id ?? null
  if (before) await charged.update(tx, { ...of, chargeId: before.chargeId ?? chargeId })
  else await charged.insert(tx, [{ ...of, chargeId }])
  return amount
}
