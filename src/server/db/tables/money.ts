import type { PaymentMethod } from '#contract/terms.ts'

/*
 * Amounts are integer paise. A `period` is a month as `year * 12 + month - 1`. Payments are spread over charges by allocations. No
 * payment is ever deleted: a mistake is voided.
 */

/** A student from before Carrel: months before `chargeFrom` are never charged. */
export type OpeningsTable = {
  userId: string
  chargeFrom: number
  /** The last month that was paid on paper. */
  paidUpTo: number | null
  /** What was owed on paper, as a charge of the kind `other`. */
  oldDues: number | null
  createdBy: string | null
  createdAt: string
}

export type ChargeKind = 'monthly' | 'admission' | 'locker' | 'deposit' | 'late' | 'other'

/** What a student owes. There is at most one of the kind `monthly` for each person and month. */
export type ChargesTable = {
  id: string
  userId: string
  kind: ChargeKind
  period: number
  /** The amount when it was charged. */
  originalAmount: number
  /** With all its adjustments. */
  amount: number
  /** The allocations of payments that are not voided, less what was refunded of them; never more than `amount`. */
  paidAmount: number
  dueOn: string
  notes: string
  /** 0 after a payment of it was voided: credit is not applied to it automatically again. */
  takesCredit: 0 | 1
  /** The instant since which nothing is owed; null exactly if something is. */
  settledAt: string | null
  createdBy: string | null
  createdAt: string
}

export type AdjustmentsTable = {
  id: string
  chargeId: string
  kind: 'concession' | 'waiver' | 'write-off' | 'correction' | 'refund'
  /** What was added to the amount, or subtracted if negative. */
  amount: number
  reason: string
  createdBy: string
  createdByName: string
  createdAt: string
}

/** The fields that payments and refunds share. Names are as they were issued. */
export type Entry = {
  id: string
  userId: string
  studentName: string
  amount: number
  method: PaymentMethod
  /** The number of the transfer, or empty. */
  reference: string
  /**
   * The day on which reports count it: its own day. Rows from before the running cash box have the day of entry if their own day
   * was closed.
   */
  bookedOn: string
  enteredAt: string
  enteredBy: string
  enteredByName: string
  /** Made by the browser, so that a call that is sent twice is stored once. Unique. */
  clientId: string | null
  /** A digest of what was sent with the `clientId`: a repeated call must send the same. */
  clientDigest: string | null
  voidedAt: string | null
  voidedOn: string | null
  voidedBy: string | null
  voidedByName: string | null
  voidReason: string | null
}

/** One payment is one receipt, of a student or of a visitor. */
export type PaymentsTable = Omit<Entry, 'userId'> & {
  /** Null if a visitor paid. */
  userId: string | null
  /** Null if a student paid. */
  visitorId: string | null
  /** The year in which the financial year begins; unique together with the count, which has no gaps. */
  receiptYear: number
  receiptCount: number
  /** `2026-27/000123`. Unique. */
  receiptNumber: string
  /** What is neither allocated to a charge nor refunded. */
  credit: number
  referenceFolded: string
  /** Why the reference of another payment was entered again. */
  referenceReason: string
  /** The clerk chose to enter no reference. */
  referenceSkipped: 0 | 1
  receivedOn: string
  /** Why the date is more than a week back. */
  dateReason: string
  /** The voided payment that this one replaces. */
  replaces: string | null
}

/**
 * How a payment is spread over charges. Rows of a voided payment remain, but do not count. A negative row returns to the credit of
 * the payment what a charge no longer needs.
 */
export type AllocationsTable = { id: string; paymentId: string; chargeId: string; amount: number; createdAt: string }

/** Money that was paid back, with a voucher of its own. */
export type RefundsTable = Entry & {
  voucherYear: number
  voucherCount: number
  /** `R/2026-27/000012`. Unique. */
  voucherNumber: string
  /** Why the reference of another refund was entered again. */
  referenceReason: string
  reason: string
  paidOn: string
  /** Why the date is more than a week back. */
  dateReason: string
}

/** What a refund was taken from: the amount that a payment allocated to a charge or, without a charge, its credit. */
export type RefundLinesTable = { id: string; refundId: string; paymentId: string; chargeId: string | null; amount: number }

/** The last number issued in each financial year. Primary key (series, year). */
export type NumberSeriesTable = { series: 'receipt' | 'refund'; year: number; last: number }

/** One row or none. After a restore no number is issued until a superadmin has entered the last receipt on paper. */
export type ReceiptBookTable = { id: 'only'; checkNeededSince: string | null }

/** A locked month, in which nothing can be booked. */
export type MonthLocksTable = {
  period: number
  lockedAt: string
  /** Null if Carrel locked it automatically. */
  lockedBy: string | null
  lockedByName: string
}

/** When the receipt of a payment was first printed or sent. */
export type ReceiptPrintsTable = { paymentId: string; printedAt: string; printedBy: string; printedByName: string }

/** A reason why a student pays less than others from now on, for the owner to read. */
export type ConcessionsTable = {
  id: string
  userId: string
  kind: 'monthly-fee' | 'paid-up-to'
  /** Amounts, or months as numbers. */
  beforeValue: number | null
  afterValue: number | null
  reason: string
  createdAt: string
  createdBy: string | null
  createdByName: string
}

/** Corrections of the last number of a year. */
export type NumberCorrectionsTable = {
  id: string
  series: 'receipt' | 'refund'
  year: number
  beforeLast: number
  afterLast: number
  createdAt: string
  createdBy: string
  createdByName: string
}

/** A monthly fee that was charged by itself and withdrawn before anything was paid. The job never charges that month again. */
export type WithdrawnChargesTable = {
  /** The id that the fee had. */
  id: string
  userId: string
  period: number
  amount: number
  withdrawnAt: string
  withdrawnBy: string
  withdrawnByName: string
}

/** Which part of the month in which a student leaves is given back. */
export type RunningShare = 'none' | 'days' | 'half'

/** A student who has left, and what was settled then. */
export type LeavingsTable = {
  id: string
  userId: string
  lastDay: string
  share: RunningShare
  /** What the student was owed then; negative where they owed it. */
  net: number
  paymentId: string | null
  refundId: string | null
  enteredAt: string
  enteredBy: string
  enteredByName: string
  clientId: string
  clientDigest: string
}

/** A student who changed to another shift. Slots are keys of shifts; fees are the monthly fees before and after it. */
export type ShiftChangesTable = {
  id: string
  userId: string
  /** The first day in the new shift. */
  fromDay: string
  fromSlot: string | null
  toSlot: string
  fromSeat: number | null
  toSeat: number | null
  fromFee: number
  toFee: number
  /** By how much charged fees rose, or fell if negative. */
  amount: number
  /** Why the day is more than a week back. */
  dateReason: string
  enteredAt: string
  enteredBy: string
  enteredByName: string
  clientId: string
  clientDigest: string
}

/** The last receipt whose payer was notified; one row. */
export type ReceiptPushesTable = { id: 'only'; receiptYear: number; receiptCount: number }

/** A name on receipts, with ASCII letters in lowercase. A trigger adds those of new payments. */
export type IssuedNamesTable = { name: string }

export type MoneyTables = {
  issuedNames: IssuedNamesTable
  openings: OpeningsTable
  charges: ChargesTable
  adjustments: AdjustmentsTable
  payments: PaymentsTable
  allocations: AllocationsTable
  refunds: RefundsTable
  refundLines: RefundLinesTable
  numberSeries: NumberSeriesTable
  receiptBook: ReceiptBookTable
  monthLocks: MonthLocksTable
  receiptPrints: ReceiptPrintsTable
  receiptPushes: ReceiptPushesTable
  concessions: ConcessionsTable
  numberCorrections: NumberCorrectionsTable
  withdrawnCharges: WithdrawnChargesTable
  leavings: LeavingsTable
  shiftChanges: ShiftChangesTable
}
