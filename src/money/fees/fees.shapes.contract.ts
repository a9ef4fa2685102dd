import * as z from 'zod/mini'
import { Day, Id, Instant } from '#contract/fields.ts'
import { FeeKind, PaymentMethod, Slot } from '#contract/terms.ts'

export const adjustmentKinds = ['concession', 'waiver', 'write-off', 'correction'] as const
export const AdjustmentKind = z.enum(adjustmentKinds, 'Please choose why the amount changes')
export type AdjustmentKind = z.infer<typeof AdjustmentKind>

/** A student as the screens of fees show them. */
export const StudentCard = z.object({
  _id: Id,
  name: z.string(),
  email: z.nullable(z.string()),
  seatNumber: z.nullable(z.int()),
  /** What the hall calls the seat, if that is not its number. */
  seatLabel: z.optional(z.string()),
  slot: z.nullable(Slot),
  profilePictureUrl: z.nullable(z.string()),
})
export type StudentCard = z.infer<typeof StudentCard>

/** The seat of a student, as papers show it. */
export const SeatOnPaper = z.pick(StudentCard, { seatNumber: true, seatLabel: true, slot: true })

const Month = z.int().check(z.minimum(1), z.maximum(12))

/** What a student owes for a month, or for something else in that month. Amounts are in rupees. */
export const Fee = z.object({
  _id: Id,
  /** Null after the student was deleted. */
  student: z.nullable(StudentCard),
  kind: FeeKind,
  month: Month,
  year: z.int(),
  amount: z.number(),
  /** The part that is paid. */
  paidAmount: z.number(),
  /** True if nothing is owed. */
  paid: z.boolean(),
  /** When the fee was fully paid. */
  paidDate: z.nullable(Instant),
  dueOn: Day,
  notes: z.string(),
})
export type Fee = z.infer<typeof Fee>

/** A part of a payment or refund, with the fee that it was allocated to or taken from. */
const Line = z.object({ feeId: Id, kind: FeeKind, month: Month, year: z.int(), amount: z.number() })
export type Line = z.infer<typeof Line>

const Voided = z.nullable(z.object({ at: Instant, by: z.string(), reason: z.string() }))

/** A payment and its receipt. Names are those at the time it was issued. */
export const Payment = z.object({
  _id: Id,
  /** The student, or the visitor who bought a day pass. */
  studentId: Id,
  isVisitor: z.boolean(),
  studentName: z.string(),
  /** `2026-27/000123`: without gaps in each financial year, in order of entry. */
  receiptNumber: z.string(),
  amount: z.number(),
  /** The part that is not allocated to a fee. */
  credit: z.number(),
  method: PaymentMethod,
  reference: z.string(),
  receivedOn: Day,
  enteredAt: Instant,
  enteredBy: z.string(),
  voided: Voided,
  /** The fees that this payment pays, oldest month first; for a voided payment, the fees that it paid. */
  lines: z.array(Line),
})
export type Payment = z.infer<typeof Payment>

export const Refund = z.object({
  _id: Id,
  studentId: Id,
  studentName: z.string(),
  /** `R/2026-27/000012`. */
  voucherNumber: z.string(),
  amount: z.number(),
  method: PaymentMethod,
  reference: z.string(),
  reason: z.string(),
  paidOn: Day,
  enteredAt: Instant,
  enteredBy: z.string(),
  voided: Voided,
})
export type Refund = z.infer<typeof Refund>

export const Adjustment = z.object({
  _id: Id,
  kind: z.enum([...adjustmentKinds, 'refund']),
  /** The amount added; negative if the fee was reduced. */
  amount: z.number(),
  reason: z.string(),
  at: Instant,
  by: z.string(),
})
export type Adjustment = z.infer<typeof Adjustment>

/** A month that has begun and is not charged yet. */
const UnchargedMonth = z.object({ month: Month, year: z.int(), amount: z.number() })

/** One square of a month strip. */
export const MonthMark = z.object({
  month: Month,
  year: z.int(),
  /** `none` is a month without a fee: the student was not a member, or it was settled before Carrel. */
  state: z.enum(['paid', 'part', 'due', 'none']),
  amount: z.number(),
  paidAmount: z.number(),
})
export type MonthMark = z.infer<typeof MonthMark>

/** What a student owes, for their dashboard. */
export const OwedFees = z.object({ owed: z.number(), uncharged: z.array(UnchargedMonth) })
export type OwedFees = z.infer<typeof OwedFees>

/** What a student owes and has paid, for one page. */
export const FeeAccount = z.object({
  student: z.nullable(StudentCard),
  /** The monthly fee of this student. */
  monthlyFee: z.number(),
  owed: z.number(),
  /** The due date of the oldest unpaid fee. */
  owedSince: z.nullable(Day),
  /** Paid in advance, for future fees. */
  credit: z.number(),
  /** Deposits that the hall holds. */
  deposits: z.number(),
  /** The unpaid fees, oldest first. */
  open: z.array(Fee),
  /** Months that have begun and will be charged automatically, with their amounts. */
  uncharged: z.array(UnchargedMonth),
  /** Twelve months, the oldest first; the last is the current one, or a later one that is charged already. */
  months: z.array(MonthMark),
  /** Whether every month of membership that has begun has a fee; false if a seated student has no joining date. */
  isComplete: z.boolean(),
  /** Payments, newest first, including voided ones. */
  payments: z.array(Payment),
  refunds: z.array(Refund),
})
export type FeeAccount = z.infer<typeof FeeAccount>

export const FeeSummary = z.object({
  totalAmount: z.number(),
  /** The collected amount, including parts of unpaid fees. */
  paidAmount: z.number(),
  paidCount: z.int(),
  /** The amount still owed. */
  unpaidAmount: z.number(),
  unpaidCount: z.int(),
  students: z.int(),
  records: z.int(),
})
export type FeeSummary = z.infer<typeof FeeSummary>
