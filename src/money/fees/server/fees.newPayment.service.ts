import { AppError } from '#contract/errors.ts'
import { toRupees } from '#contract/money.ts'
import type { PaymentMethod } from '#contract/terms.ts'
import { moveCash } from '#money/cashbox/server/cashbox.service.ts'
import { assertBookable } from '#money/locks/server/locks.service.ts'
import { newId } from '#server/db/ids.ts'
import type { PaymentsTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { hallToday } from '#server/hallDay.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { feeErrors } from '../fees.errors.contract.ts'
import { allocate, paidAt } from './fees.allocation.service.ts'
import * as rows from './fees.db.ts'
import * as money from './fees.money.db.ts'
import { nextNumber } from './fees.numbers.service.ts'
import type * as people from './fees.people.db.ts'
import { judgeReference } from './fees.references.ts'
import { assertRepeated } from './fees.repeats.service.ts'

export type Received = {
  amount: number
  method: PaymentMethod
  reference?: string | undefined
  referenceSkipped?: boolean | undefined
  referenceReason?: string | undefined
  receivedOn?: string | null | undefined
  reason?: string | undefined
  clientId?: string | undefined
  clientDigest?: string | undefined
  /** The voided payment that this one replaces. Defaults to a payment voided today. */
  replaces?: string | undefined
}

/** Who pays: a student or a visitor, with the name that the receipt gets. */
type Payer = { name: string } & ({ userId: string; visitorId: null } | { userId: null; visitorId: string })

/**
 * Records a payment with its receipt number and its movement of cash. The caller allocates the amount. Requires the ledger lock and,
 * for a visitor, the lock `users` before it.
 */
export const recordPayment = async (tx: Db, ctx: Ctx, payer: Payer, received: Received): Promise<PaymentsTable> => {
  const { name: studentName, ...payerIds } = payer
  const receivedOn = received.receivedOn ?? hallToday(ctx)
  const reason = received.reason ?? ''
  await assertBookable(tx, ctx, { field: 'receivedOn', day: receivedOn, reason })
  const reference = await judgeReference(tx, received)
  const { year, count, number } = await nextNumber(tx, ctx, 'receipt')
  const replaced = payer.userId === null ? null : await money.voidToReplace(tx, payer.userId, hallToday(ctx))
  const payment: PaymentsTable = {
    id: newId(),
    ...payerIds,
    studentName,
    receiptYear: year,
    receiptCount: count,
    receiptNumber: number,
    amount: received.amount,
    credit: 0,
    method: received.method,
    ...reference,
    receivedOn,
    dateReason: reason,
    replaces: received.replaces ?? replaced,
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
  return payment
}

/** Records a payment and allocates it to `first`, then to the oldest open fees. Requires the ledger lock. */
export const enterPayment = async (
  tx: Db,
  ctx: Ctx,
  student: Pick<people.PersonRow, 'id' | 'name'>,
  received: Received,
  first: readonly rows.FeeRow[] = [],
): Promise<PaymentsTable> => {
  const payment = await recordPayment(tx, ctx, { userId: student.id, visitorId: null, name: student.name }, received)
  const { receivedOn, dateReason, receiptNumber } = payment
  const chosen = new Set(first.map(({ id }) => id))
  const others = (await rows.allOpen(tx, student.id)).filter(({ id }) => !chosen.has(id))
  const spending = { paymentId: payment.id, amount: payment.amount, at: paidAt(ctx, receivedOn) }
  const credit = await allocate(tx, ctx, spending, [...first, ...others])
  if (credit > 0) await money.setCredit(tx, payment.id, credit)
  const { amount, method } = payment
  const more = { ...(dateReason && { dateReason }), ...(payment.referenceSkipped === 1 && { referenceSkipped: true }) }
  const after = {
    student: student.name,
    receiptNumber,
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

type Repeated = Pick<Received, 'clientId' | 'clientDigest'>

/** Returns the payment that an earlier call with the same `clientId` made. Throws `otherContent` if this call has different content. */
export const repeatedPayment = async (
  tx: Db,
  { me }: Ctx,
  { clientId, clientDigest = '' }: Repeated,
): Promise<PaymentsTable | undefined> => {
  const before = clientId === undefined ? undefined : await money.paymentByClientId(tx, clientId)
  if (before) assertRepeated(before, me._id, clientDigest)
  return before
}

/** The same for a payment of a student. */
export const enteredBefore = async (tx: Db, ctx: Ctx, userId: string, received: Received): Promise<PaymentsTable | undefined> => {
  const { amount } = received
  const before = await repeatedPayment(tx, ctx, received)
  if (!before) return undefined
  if (before.userId !== userId || before.amount !== amount) throw new AppError(feeErrors.otherContent)
  return before
}
