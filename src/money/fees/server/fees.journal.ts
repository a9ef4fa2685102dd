import type { Kind } from '#server/journal/kind.ts'
import { receiptBookKind } from '#server/journal/receiptBook.ts'

/*
 * The columns of the ledger that the journal covers. `amount` and `paidAmount` of a fee and `credit` of a payment are computed from
 * other rows; the check `money` compares them.
 */

const voided = ['voidedAt', 'voidedOn', 'voidedBy', 'voidedByName', 'voidReason'] as const
const notVoided = voided.map(() => null)

const ofCharges = { table: 'charges', label: 'Fee', key: ['id'], withdrawn: 'withdrawnCharges' } as const
const ofPayments = { table: 'payments', label: 'Receipt', key: ['id'], named: 'receiptNumber' } as const
const ofRefunds = { table: 'refunds', label: 'Voucher', key: ['id'], named: 'voucherNumber' } as const

const chargeKind: Kind = {
  ...ofCharges,
  name: 'charge',
  columns: ['id', 'userId', 'kind', 'period', 'originalAmount', 'dueOn', 'createdBy', 'createdAt'],
}
export const notesKind: Kind = { ...ofCharges, name: 'charge.notes', columns: ['id', 'notes'], blank: [''], isPart: true }
export const settledKind: Kind = { ...ofCharges, name: 'charge.settled', columns: ['id', 'settledAt'], blank: [null], isPart: true }
export const takesCreditKind: Kind = { ...ofCharges, name: 'charge.credit', columns: ['id', 'takesCredit'], blank: [1], isPart: true }
export const chargeKinds = [chargeKind, notesKind, settledKind, takesCreditKind]

export const withdrawalKind: Kind = {
  name: 'charge.withdrawal',
  table: 'withdrawnCharges',
  label: 'Withdrawal of the fee',
  key: ['id'],
  columns: ['id', 'userId', 'period', 'amount', 'withdrawnAt', 'withdrawnBy', 'withdrawnByName'],
}

export const adjustmentKind: Kind = {
  name: 'adjustment',
  table: 'adjustments',
  label: 'Adjustment',
  key: ['id'],
  columns: ['id', 'chargeId', 'kind', 'amount', 'reason', 'createdBy', 'createdByName', 'createdAt'],
}

export const paymentKind: Kind = {
  ...ofPayments,
  name: 'payment',
  columns: [
    ...['id', 'userId', 'studentName', 'receiptYear', 'receiptCount', 'receiptNumber', 'amount', 'method', 'reference', 'referenceFolded'],
    ...['referenceReason', 'referenceSkipped', 'receivedOn', 'bookedOn', 'dateReason', 'replaces', 'enteredAt', 'enteredBy'],
    ...['enteredByName', 'clientId', 'clientDigest'],
  ],
}
export const paymentVisitorKind: Kind = {
  ...ofPayments,
  name: 'payment.visitor',
  columns: ['id', 'visitorId'],
  blank: [null],
  isPart: true,
}
export const paymentVoidKind: Kind = { ...ofPayments, name: 'payment.void', columns: ['id', ...voided], blank: notVoided, isPart: true }

export const allocationKind: Kind = {
  name: 'allocation',
  table: 'allocations',
  label: 'Part of a payment',
  key: ['id'],
  columns: ['id', 'paymentId', 'chargeId', 'amount', 'createdAt'],
}

export const refundKind: Kind = {
  ...ofRefunds,
  name: 'refund',
  columns: [
    ...['id', 'userId', 'studentName', 'voucherYear', 'voucherCount', 'voucherNumber', 'amount', 'method', 'reference', 'reason', 'paidOn'],
    ...['bookedOn', 'dateReason', 'enteredAt', 'enteredBy', 'enteredByName', 'clientId', 'clientDigest'],
  ],
}
export const refundVoidKind: Kind = { ...ofRefunds, name: 'refund.void', columns: ['id', ...voided], blank: notVoided, isPart: true }
export const refundReferenceKind: Kind = {
  ...ofRefunds,
  name: 'refund.reference',
  columns: ['id', 'referenceReason'],
  blank: [''],
  isPart: true,
}
export const refundLineKind: Kind = {
  name: 'refund.line',
  table: 'refundLines',
  label: 'Part of a refund',
  key: ['id'],
  columns: ['id', 'refundId', 'paymentId', 'chargeId', 'amount'],
}

export const openingKind: Kind = {
  name: 'opening',
  table: 'openings',
  label: 'Opening entry of',
  key: ['userId'],
  columns: ['userId', 'chargeFrom', 'paidUpTo', 'oldDues', 'createdBy', 'createdAt'],
}

export const numberKind: Kind = {
  name: 'number',
  table: 'numberSeries',
  label: 'Last number of',
  key: ['series', 'year'],
  columns: ['series', 'year', 'last'],
}
export const numberCorrectionKind: Kind = {
  name: 'number-correction',
  table: 'numberCorrections',
  label: 'Correction of a number',
  key: ['id'],
  columns: ['id', 'series', 'year', 'beforeLast', 'afterLast', 'createdAt', 'createdBy', 'createdByName'],
}
export const concessionKind: Kind = {
  name: 'concession',
  table: 'concessions',
  label: 'Concession',
  key: ['id'],
  columns: ['id', 'userId', 'kind', 'beforeValue', 'afterValue', 'reason', 'createdAt', 'createdBy', 'createdByName'],
}

export const receiptPrintKind: Kind = {
  name: 'receipt-print',
  table: 'receiptPrints',
  label: 'Print of the receipt',
  key: ['paymentId'],
  columns: ['paymentId', 'printedAt', 'printedBy', 'printedByName'],
}

export const feeKindsOfJournal: readonly Kind[] = [
  ...chargeKinds,
  withdrawalKind,
  adjustmentKind,
  paymentKind,
  paymentVisitorKind,
  paymentVoidKind,
  allocationKind,
  refundKind,
  refundVoidKind,
  refundReferenceKind,
  refundLineKind,
  openingKind,
  numberKind,
  receiptBookKind,
  numberCorrectionKind,
  concessionKind,
  receiptPrintKind,
]
