import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Day, Id, Instant, idOr, orEmpty, orNone, text } from '#contract/fields.ts'
import { formatsFor } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { Rupees, SomeRupees } from '#contract/money.ts'
import { list, numberText, paging, wholeNumber } from '#contract/paging.ts'
import { MaybeReason, Reason } from '#contract/reason.ts'
import { SheetFormat } from '#contract/sheet.ts'
import { lockErrors } from '#money/locks/locks.contract.ts'
import { Slot } from '#people/users/users.contract.ts'
import { ruleErrors } from '#system/settings/customization.rules.contract.ts'

export const feeKinds = ['monthly', 'admission', 'locker', 'deposit', 'late', 'other'] as const
export const FeeKind = z.enum(feeKinds, 'Please choose what the fee is for')
export type FeeKind = z.infer<typeof FeeKind>

export const paymentMethods = ['cash', 'upi', 'bank', 'other'] as const
export const PaymentMethod = z.enum(paymentMethods, 'Please choose how it was paid')
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const adjustmentKinds = ['concession', 'waiver', 'write-off', 'correction'] as const
export const AdjustmentKind = z.enum(adjustmentKinds, 'Please choose why the amount changes')
export type AdjustmentKind = z.infer<typeof AdjustmentKind>

/** A student as the screens of fees show them. */
export const StudentCard = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  seatNumber: z.nullable(z.int()),
  slot: z.nullable(Slot),
  profilePictureUrl: z.nullable(z.string()),
})
export type StudentCard = z.infer<typeof StudentCard>

const Month = z.int().check(z.minimum(1), z.maximum(12))

/** What a student owes for a month, or for something else that fell in it. Amounts are rupees. */
export const Fee = z.object({
  _id: Id,
  /** Null once the student is deleted. */
  student: z.nullable(StudentCard),
  kind: FeeKind,
  month: Month,
  year: z.int(),
  amount: z.number(),
  /** The part that is paid. */
  paidAmount: z.number(),
  /** True once nothing is owed. */
  paid: z.boolean(),
  /** Since when. */
  paidDate: z.nullable(Instant),
  dueOn: Day,
  notes: z.string(),
})
export type Fee = z.infer<typeof Fee>

/** A part of a payment or of a refund, by the fee that it went to or came from. */
const Line = z.object({ feeId: Id, kind: FeeKind, month: Month, year: z.int(), amount: z.number() })
export type Line = z.infer<typeof Line>

const Voided = z.nullable(z.object({ at: Instant, by: z.string(), reason: z.string() }))

/** One payment is one receipt. Names are as they were when it was issued. */
export const Payment = z.object({
  _id: Id,
  studentId: Id,
  studentName: z.string(),
  /** `2026-27/000123`: without a gap in each financial year, by the time of entry. */
  receiptNumber: z.string(),
  amount: z.number(),
  /** What no fee has taken yet. */
  credit: z.number(),
  method: PaymentMethod,
  reference: z.string(),
  receivedOn: Day,
  enteredAt: Instant,
  enteredBy: z.string(),
  voided: Voided,
  /** The fees that it pays, oldest month first; those of a voided one are what it paid. */
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

const Adjustment = z.object({
  _id: Id,
  kind: z.enum([...adjustmentKinds, 'refund']),
  /** What was added; negative where the fee became less. */
  amount: z.number(),
  reason: z.string(),
  at: Instant,
  by: z.string(),
})
export type Adjustment = z.infer<typeof Adjustment>

/** What a student owes and has, on one page. */
export const FeeAccount = z.object({
  student: z.nullable(StudentCard),
  /** What a month costs this student. */
  monthlyFee: z.number(),
  owed: z.number(),
  /** The due date of the oldest unpaid fee. */
  owedSince: z.nullable(Day),
  /** Paid ahead, for fees that are not there yet. */
  credit: z.number(),
  /** Deposits that the hall holds. */
  deposits: z.number(),
  /** The unpaid fees, oldest first. */
  open: z.array(Fee),
  /** The newest payments first, voided ones too. */
  payments: z.array(Payment),
  refunds: z.array(Refund),
})
export type FeeAccount = z.infer<typeof FeeAccount>

const { rupees } = formatsFor('en-IN')

export const feeErrors = {
  alreadyPaid: { code: 'fees.already_paid', status: 409, message: 'This fee is already paid.' },
  notPaid: { code: 'fees.not_paid', status: 409, message: 'No payment has been made for this fee.' },
  belowPaid: {
    code: 'fees.below_paid',
    status: 409,
    message: 'The amount cannot be less than what is already paid.',
    text: ({ paid }: { paid: number }) => `The amount cannot be less than what is already paid (${rupees(paid)}).`,
  },
  notAStudent: { code: 'fees.not_a_student', status: 400, message: 'Please choose a student' },
  noJoinDate: { code: 'fees.no_join_date', status: 400, message: 'This student has no library join date.' },
  monthExists: { code: 'fees.month_exists', status: 409, message: 'There is already a fee for this month.' },
  referenceNeeded: {
    code: 'fees.reference_needed',
    status: 400,
    message: 'Please enter at least the last six characters of the reference number',
  },
  referenceUsed: {
    code: 'fees.reference_used',
    status: 409,
    message: 'This reference number was used before.',
    text: ({ student, ...by }: { student: string } & ({ receipt: string } | { voucher: string })) => {
      const paper = 'receipt' in by ? `Receipt ${by.receipt}` : `Voucher ${by.voucher}`
      return `${paper} of ${student} has this reference already. Enter a reason to use it again.`
    },
  },
  beforePayment: {
    code: 'fees.before_payment',
    status: 400,
    message: 'A refund cannot be dated before the payment that is refunded.',
  },
  otherContent: {
    code: 'fees.other_content',
    status: 409,
    message: 'This was sent before with other content. Check whether it was entered, and start again if it was not.',
  },
  foreignFee: { code: 'fees.foreign_fee', status: 400, message: 'This fee does not belong to this student' },
  alreadyVoid: { code: 'fees.already_void', status: 409, message: 'This was already voided.' },
  refunded: { code: 'fees.refunded', status: 409, message: 'Part of this payment was refunded. Void the refund first.' },
  notSoMuch: {
    code: 'fees.not_so_much',
    status: 409,
    message: 'This is more than can be refunded.',
    text: ({ available }: { available: number }) => `Only ${rupees(available)} can be given back.`,
  },
  noCredit: { code: 'fees.no_credit', status: 409, message: 'This student has no credit.' },
  checkNeeded: {
    code: 'fees.check_needed',
    status: 409,
    message: 'A backup was restored. A superadmin must enter the last receipt number on paper before the next receipt is given.',
  },
  numbersUsedUp: {
    code: 'fees.numbers_used_up',
    status: 409,
    message: 'All numbers of this financial year are used. A superadmin must correct the last receipt number on the System page.',
  },
  tooMuch: { code: 'fees.too_much', status: 409, message: 'With this, the fee would be more than ₹1,00,00,000.' },
  wrongNumber: { code: 'fees.wrong_number', status: 400, message: 'Please enter a receipt number such as 2026-27/000123' },
  numberOfLaterYear: {
    code: 'fees.number_of_later_year',
    status: 400,
    message: 'Please enter a number of this financial year or an earlier one',
    text: ({ year }: { year: string }) => `Please enter a number of the financial year ${year} or an earlier one`,
  },
  numberTooHigh: {
    code: 'fees.number_too_high',
    status: 400,
    message: 'Please enter a number below 999999: the next one has to have six digits too',
  },
  numberGiven: {
    code: 'fees.number_given',
    status: 400,
    message: 'A higher number has been given already. The last number cannot be lower.',
    text: ({ number }: { number: string }) => `${number} has been given already. The last number cannot be lower.`,
  },
} satisfies Errors

const { alreadyPaid, notPaid, belowPaid, noJoinDate, monthExists, referenceUsed, alreadyVoid, refunded, notSoMuch, noCredit, checkNeeded } =
  feeErrors

/** What the list, its sums and its export show. */
export const feeFilter = {
  /** In names and email addresses of students. */
  search: z.optional(text({ max: limits.search })),
  status: z.optional(z.enum(['all', 'paid', 'unpaid'], 'Please choose a payment status')),
  student: z.optional(z.union([z.literal(['', 'all']), Id], 'Please choose a student')),
}

export const FeeSummary = z.object({
  totalAmount: z.number(),
  /** What was collected, parts of unpaid fees included. */
  paidAmount: z.number(),
  paidCount: z.int(),
  /** What is still owed. */
  unpaidAmount: z.number(),
  unpaidCount: z.int(),
  students: z.int(),
  records: z.int(),
})
export type FeeSummary = z.infer<typeof FeeSummary>

const notes = text({ max: limits.feeNotes })
const reason = text({ max: limits.feeReason })
const studentId = idOr(feeErrors.notAStudent.message)

/** How money came in or went out. A call with a `clientId` that was used before answers what it entered then. */
const money = {
  method: PaymentMethod,
  /** The number of the transfer; its last six characters suffice. */
  reference: orEmpty(text({ max: limits.paymentReference })),
  /** UPI and bank entries need a reference, unless this says that it was left out; the owner sees those. */
  referenceSkipped: z.optional(z.boolean('Please choose yes or no')),
  /** Why a reference is entered that another payment has or, of a refund, another refund. */
  referenceReason: orEmpty(reason),
  clientId: z.optional(Id),
}
const received = {
  ...money,
  /** Today where it is left out. */
  receivedOn: orNone(Day, 'Please enter a date'),
  /** Why it is entered more than a week later; only admins may. */
  reason: orEmpty(MaybeReason),
}

const wrongVoucher = 'Please enter a voucher number such as R/2026-27/000012'
const ReceiptBook = z.object({
  last: z.nullable(z.string()),
  lastVoucher: z.nullable(z.string()),
  checkNeededSince: z.nullable(Instant),
})

const FeeAmount = z.optional(SomeRupees)
const Generated = z.object({ created: z.int(), skipped: z.int(), items: z.array(Fee) })
const dateErrors = {
  inTheFuture: lockErrors.inTheFuture,
  monthLocked: lockErrors.monthLocked,
  tooFarBack: lockErrors.tooFarBack,
  reasonForDate: lockErrors.reasonForDate,
}
const moneyErrors = {
  referenceNeeded: feeErrors.referenceNeeded,
  referenceUsed,
  otherContent: feeErrors.otherContent,
  checkNeeded,
  numbersUsedUp: feeErrors.numbersUsedUp,
  ...dateErrors,
}

const { managersVoid, managersConcede } = ruleErrors

export const feesApi = {
  list: endpoint({
    method: 'GET',
    path: '/user/fees',
    access: 'staff',
    shows: ['fees', 'users'],
    summary: 'Fee records, newest month first; `search` matches names and emails of students',
    query: z.object({ ...paging, limit: z._default(z.optional(numberText(1, limits.listMax)), limits.listMax), ...feeFilter }),
    rate: 'search',
    reply: list(Fee),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/user/fees/summary',
    access: 'staff',
    shows: ['fees', 'users'],
    summary: 'Sums over the fee records that the same filters list',
    query: z.object(feeFilter),
    rate: 'search',
    reply: FeeSummary,
  }),
  exportFees: endpoint({
    method: 'GET',
    path: '/user/fees/export',
    access: 'staff',
    shows: ['fees', 'users'],
    summary: 'The fee records that the same filters list, as a table',
    query: z.object({ ...feeFilter, format: SheetFormat }),
    stream: true,
    rate: 'search',
  }),
  accounts: endpoint({
    method: 'GET',
    path: '/user/fees/accounts',
    access: 'staff',
    shows: ['customization', 'fees', 'users'],
    summary: 'Students by name, with what each owes',
    query: z.object({ ...paging, search: feeFilter.search }),
    rate: 'search',
    reply: list(
      z.object({
        student: StudentCard,
        dateJoinedLibrary: z.nullable(Day),
        monthlyFee: z.number(),
        owed: z.number(),
        credit: z.number(),
      }),
    ),
  }),
  account: endpoint({
    method: 'GET',
    path: '/user/fees/accounts/:id',
    access: 'member',
    shows: ['customization', 'fees', 'users'],
    summary: 'What one student owes and has paid; students see only their own',
    params: byId,
    reply: FeeAccount,
  }),
  ofStudent: endpoint({
    method: 'GET',
    path: '/user/fees/:id',
    access: 'member',
    shows: ['fees', 'users'],
    summary: 'Fee records of one student, newest month first; students see only their own',
    params: byId,
    reply: list(Fee),
  }),
  create: endpoint({
    method: 'POST',
    path: '/user/fees',
    access: 'staff',
    changes: ['fees'],
    summary: 'Charges a student a fee',
    body: z.object({
      studentId,
      kind: FeeKind,
      month: wholeNumber(1, 12, 'Please choose a month'),
      year: wholeNumber(limits.feeYearMin, limits.feeYearMax),
      amount: SomeRupees,
      /** The due date of the student's month where it is left out. */
      dueOn: orNone(Day, 'Please enter a date'),
      notes: orEmpty(notes),
    }),
    reply: Fee,
    status: 201,
    errors: { monthExists, managersConcede },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/user/fees/:id',
    access: 'staff',
    changes: ['fees'],
    summary: 'Changes amount and notes of a fee, or marks it as paid (in cash) or unpaid (its payments are voided)',
    params: byId,
    body: z.object({
      amount: z.optional(Rupees),
      notes: orEmpty(notes),
      paid: z.optional(z.boolean('Please choose paid or unpaid')),
      /** Why the amount changes; a correction where it is left out. */
      adjustment: z.optional(AdjustmentKind),
      /** Why; where it is left out the notes, and where there are none, "No reason given". */
      reason: orEmpty(MaybeReason),
    }),
    reply: Fee,
    errors: { alreadyPaid, notPaid, belowPaid, refunded, checkNeeded, managersVoid, managersConcede },
  }),
  generate: endpoint({
    method: 'POST',
    path: '/user/fees/generate/:id',
    access: 'staff',
    changes: ['fees'],
    summary: 'Charges one student every month of membership that has no fee yet',
    params: byId,
    body: z.object({ feeAmount: SomeRupees }),
    reply: Generated,
    errors: { noJoinDate, managersConcede },
  }),
  generateAll: endpoint({
    method: 'POST',
    path: '/user/fees/generate',
    access: 'staff',
    changes: ['fees'],
    summary: 'The same for all students; `items` has the first 1,000',
    body: z.optional(z.object({ feeAmount: FeeAmount })),
    reply: Generated,
    errors: { managersConcede },
  }),
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
      feeIds: z.optional(z.array(Id).check(z.maxLength(limits.feesAtOnce, `Please choose at most ${limits.feesAtOnce} fees`))),
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
  refund: endpoint({
    method: 'POST',
    path: '/user/fees/refunds',
    access: 'staff',
    changes: ['fees'],
    summary: 'Gives money back: what was paid of a fee, such as a deposit, or the credit of a student',
    body: z.object({
      ...money,
      studentId,
      amount: SomeRupees,
      /** The fee whose money is given back; without it, credit. */
      feeId: orNone(Id),
      reason: Reason,
      /** Today where it is left out. */
      paidOn: orNone(Day, 'Please enter a date'),
      /** Why it is entered more than a week later; only admins may. */
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
  receiptBook: endpoint({
    method: 'GET',
    path: '/user/fees/receipt-book',
    access: 'superadmin',
    shows: ['fees'],
    summary: 'The last receipt and voucher numbers, and since when they must be checked against paper',
    reply: ReceiptBook,
  }),
  confirmReceiptBook: endpoint({
    method: 'PUT',
    path: '/user/fees/receipt-book',
    access: 'superadmin',
    changes: ['fees'],
    summary: 'Says which receipt and voucher on paper are the last; the next number is one more',
    body: z.object({
      /** Empty where no receipt on paper is newer than the last one here. */
      last: z.union(
        [z.literal(''), z.string().check(z.regex(/^\d{4}-\d\d\/\d{6}$/, feeErrors.wrongNumber.message))],
        feeErrors.wrongNumber.message,
      ),
      /** The same of vouchers for refunds. */
      lastVoucher: orEmpty(z.string(wrongVoucher).check(z.regex(/^(?:R\/\d{4}-\d\d\/\d{6})?$/, wrongVoucher))),
    }),
    reply: ReceiptBook,
    errors: {
      wrongNumber: feeErrors.wrongNumber,
      numberOfLaterYear: feeErrors.numberOfLaterYear,
      numberTooHigh: feeErrors.numberTooHigh,
      numberGiven: feeErrors.numberGiven,
    },
  }),
}
