import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { byId, Day, Id, idOr, orEmpty, orNone, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { SomeRupees } from '#contract/money.ts'
import { MaybeReason, Reason } from '#contract/reason.ts'
import { PaymentMethod } from '#contract/terms.ts'
import { lockErrors } from '#money/locks/locks.contract.ts'
import { ruleErrors } from '#system/customization/customization.rules.contract.ts'
import { feeErrors } from './fees.errors.contract.ts'
import { feeLimits } from './fees.limits.ts'
import { Adjustment, Fee, Payment, Refund } from './fees.shapes.contract.ts'

const { alreadyPaid, referenceUsed, alreadyVoid, refunded, notSoMuch, noCredit, checkNeeded } = feeErrors
const { managersVoid } = ruleErrors
const reason = text({ max: limits.reason })
const studentId = idOr(feeErrors.notAStudent.message)

/** How money came in or went out. A call whose `clientId` was used before returns the entry that the first call made. */
export const moneyFields = {
  method: PaymentMethod,
  /** The number of the transfer; its last six characters are enough. */
  reference: orEmpty(text({ max: feeLimits.reference })),
  /** UPI and bank entries need a reference unless this is true. The owner sees entries without one. */
  referenceSkipped: z.optional(z.boolean('Please choose yes or no')),
  /** Why a reference is entered that another payment (for a refund: another refund) already has. */
  referenceReason: orEmpty(reason),
  clientId: z.optional(Id),
}
const received = {
  ...moneyFields,
  /** Defaults to today. */
  receivedOn: orNone(Day, 'Please enter a date'),
  /** Why the entry is made more than a week later. Only admins may make one. */
  reason: orEmpty(MaybeReason),
}

const dateErrors = {
  inTheFuture: lockErrors.inTheFuture,
  monthLocked: lockErrors.monthLocked,
  tooFarBack: lockErrors.tooFarBack,
  reasonForDate: lockErrors.reasonForDate,
}
export const moneyErrors = {
  referenceNeeded: feeErrors.referenceNeeded,
  referenceUsed,
  otherContent: feeErrors.otherContent,
  checkNeeded,
  numbersUsedUp: feeErrors.numbersUsedUp,
  ...dateErrors,
}

/** Payments and refunds, and their voids. */
export const paymentCalls = {
  payments: endpoint({
    method: 'GET',
    path: '/user/fees/:id/payments',
    access: 'staff',
    shows: ['fees'],
    summary: 'The payments of one fee, newest first, and what changed its amount',
    params: byId,
    reply: z.object({ items: z.array(Payment), nextCursor: z.nullable(z.string()), adjustments: z.array(Adjustment) }),
  }),
  payFee: endpoint({
    method: 'POST',
    path: '/user/fees/:id/payments',
    access: 'staff',
    changes: ['fees'],
    summary: 'Enters a payment of one fee; what is more than its balance pays other fees, oldest first, or is credit',
    params: byId,
    body: z.object({ ...received, amount: SomeRupees }),
    reply: Payment,
    status: 201,
    errors: { alreadyPaid, ...moneyErrors },
  }),
  applyCredit: endpoint({
    method: 'POST',
    path: '/user/fees/:id/credit',
    access: 'staff',
    changes: ['fees'],
    summary: "Pays a fee from the student's credit",
    params: byId,
    reply: Fee,
    errors: { alreadyPaid, noCredit },
  }),
  pay: endpoint({
    method: 'POST',
    path: '/user/fees/payments',
    access: 'staff',
    changes: ['fees'],
    summary: 'Enters a payment of a student: of the fees in `feeIds` first, then of all others, oldest first; the rest is credit',
    body: z.object({
      ...received,
      studentId,
      amount: SomeRupees,
      feeIds: z.optional(z.array(Id).check(z.maxLength(feeLimits.atOnce, `Please choose at most ${feeLimits.atOnce} fees`))),
    }),
    reply: Payment,
    status: 201,
    errors: moneyErrors,
  }),
  voidPayment: endpoint({
    method: 'POST',
    path: '/user/fees/payments/:id/void',
    access: 'staff',
    changes: ['fees'],
    summary: 'Voids a payment whole: its fees are owed again, its receipt stays and says so',
    params: byId,
    body: z.object({ reason: Reason }),
    reply: Payment,
    errors: { alreadyVoid, refunded, managersVoid },
  }),
  correctPayment: endpoint({
    method: 'POST',
    path: '/user/fees/payments/:id/correct',
    access: 'staff',
    changes: ['fees'],
    summary: 'Voids a payment and enters it again with another method or amount, for the same fees; the new one `replaces` it',
    params: byId,
    body: z.object({ ...received, amount: SomeRupees }),
    reply: Payment,
    status: 201,
    errors: { alreadyVoid, refunded, ofVisitor: feeErrors.ofVisitor, managersVoid, ...moneyErrors },
  }),
  refund: endpoint({
    method: 'POST',
    path: '/user/fees/refunds',
    access: 'staff',
    changes: ['fees'],
    summary: 'Gives money back: what was paid of a fee, such as a deposit, or the credit of a student',
    body: z.object({
      ...moneyFields,
      studentId,
      amount: SomeRupees,
      /** The fee that is refunded; without it, credit is refunded. */
      feeId: orNone(Id),
      reason: Reason,
      /** Defaults to today. */
      paidOn: orNone(Day, 'Please enter a date'),
      /** Why the entry is made more than a week later. Only admins may make one. */
      dateReason: orEmpty(MaybeReason),
    }),
    reply: Refund,
    status: 201,
    errors: {
      managersRefundUpTo: ruleErrors.managersRefundUpTo,
      notSoMuch,
      referenceNeeded: feeErrors.referenceNeeded,
      referenceUsed,
      otherContent: feeErrors.otherContent,
      beforePayment: feeErrors.beforePayment,
      checkNeeded,
      numbersUsedUp: feeErrors.numbersUsedUp,
      ...dateErrors,
    },
  }),
  voidRefund: endpoint({
    method: 'POST',
    path: '/user/fees/refunds/:id/void',
    access: 'staff',
    changes: ['fees'],
    summary: 'Voids a refund that was entered by mistake',
    params: byId,
    body: z.object({ reason: Reason }),
    reply: Refund,
    errors: { alreadyVoid, tooMuch: feeErrors.tooMuch, managersVoid },
  }),
}
