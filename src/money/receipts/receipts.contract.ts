import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Day, Id, Instant, orNone, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { list, paging } from '#contract/paging.ts'
import { FeeKind, PaymentMethod } from '#contract/terms.ts'
import { MonthMark, SeatOnPaper } from '#money/fees/fees.shapes.contract.ts'
import { PassOnReceipt, payer } from './receipts.payer.contract.ts'

export const receiptLimits = {
  /** Lines of one statement. */
  statementEntries: 2_000,
} as const

const Month = z.int().check(z.minimum(1), z.maximum(12))

/** The part of an amount that was allocated to one fee, or taken from it. */
const ReceiptLine = z.object({ kind: FeeKind, month: Month, year: z.int(), amount: z.number() })
export type ReceiptLine = z.infer<typeof ReceiptLine>

/** The receipt of a payment or the voucher of a refund, with everything printed on it. */
export const Receipt = z.object({
  /** The id of the payment or refund; for the voucher of a visitor, of the payment that was voided. */
  _id: Id,
  kind: z.enum(['receipt', 'voucher']),
  number: z.string(),
  ...payer,
  pass: z.nullable(PassOnReceipt),
  /** The student's current seat. It helps to find the student and is not part of the issued receipt. */
  ...SeatOnPaper.shape,
  /** The student's current number, for sending the receipt. */
  phone: z.nullable(z.string()),
  /** The student's current last day; null without one. */
  validUntil: z.nullable(Day),
  amount: z.number(),
  method: PaymentMethod,
  reference: z.string(),
  /** Why money was refunded; empty on a receipt. */
  reason: z.string(),
  /** The day on which the money came in or went out. */
  day: Day,
  enteredAt: Instant,
  enteredBy: z.string(),
  voided: z.nullable(z.object({ at: Instant, by: z.string(), reason: z.string() })),
  /** Oldest month first, as issued: later allocations of the credit are not included. */
  lines: z.array(ReceiptLine),
  /** The part paid in advance, or refunded from credit. */
  credit: z.number(),
  /** The student's monthly fees of twelve months when this was issued, this payment or refund included. */
  months: z.array(MonthMark),
  /** What the student still owed after it. */
  owed: z.number(),
  /** The code for comparing paper and journal; null for entries from before the journal. */
  code: z.nullable(z.string()),
})
export type Receipt = z.infer<typeof Receipt>

/** A receipt in a list. */
export const FoundReceipt = z.object({
  _id: Id,
  number: z.string(),
  ...payer,
  amount: z.number(),
  method: PaymentMethod,
  reference: z.string(),
  day: Day,
  enteredAt: Instant,
  isVoid: z.boolean(),
})
export type FoundReceipt = z.infer<typeof FoundReceipt>

const entryKinds = [
  'charge',
  'concession',
  'waiver',
  'write-off',
  'correction',
  'returned',
  'payment',
  'paymentVoid',
  'refund',
  'refundVoid',
] as const

/** One line of a statement. `amount` is added to the balance; payments are negative. */
export const StatementEntry = z.object({
  day: Day,
  kind: z.enum(entryKinds),
  /** The fee that was charged or changed. */
  fee: z.nullable(z.object({ kind: FeeKind, month: Month, year: z.int() })),
  /** The number of the receipt or voucher. */
  number: z.string(),
  /** The payment whose receipt can be opened. */
  receiptId: z.nullable(Id),
  amount: z.number(),
  /** What is owed after this entry; negative for credit. */
  balance: z.number(),
})
export type StatementEntry = z.infer<typeof StatementEntry>

export const Statement = z.object({
  student: z.extend(SeatOnPaper, { _id: Id, name: z.string() }),
  from: Day,
  to: Day,
  /** Entries made after the end of this day are omitted; null if none are. */
  asOf: z.nullable(Day),
  /** The student's monthly fees of twelve months, now or at the end of the day `asOf`. */
  months: z.array(MonthMark),
  opening: z.number(),
  entries: z.array(StatementEntry),
  charged: z.number(),
  paid: z.number(),
  closing: z.number(),
})
export type Statement = z.infer<typeof Statement>

/** A printed reminder of unpaid fees. */
export const DuesSlip = z.object({
  student: z.extend(SeatOnPaper, { _id: Id, name: z.string() }),
  owed: z.number(),
  owedSince: Day,
  open: z.array(ReceiptLine),
  months: z.array(MonthMark),
})
export type DuesSlip = z.infer<typeof DuesSlip>

export const receiptErrors = {
  wrongPeriod: { code: 'receipts.wrong_period', status: 400, message: 'The last day cannot be before the first' },
  tooLong: { code: 'receipts.too_long', status: 400, message: 'There is too much in this period. Please choose a shorter one' },
} satisfies Errors

const period = z.object({
  /** Defaults to the first day of the financial year. */
  from: orNone(Day, 'Please enter a date'),
  /** Defaults to today. */
  to: orNone(Day, 'Please enter a date'),
  /** Omits entries made after the end of this day. */
  asOf: z.optional(Day),
})

const own = { method: 'GET', access: 'member', params: byId } as const
const pdf = { ...own, shows: [], stream: true, rate: 'paper' } as const

export const receiptsApi = {
  list: endpoint({
    method: 'GET',
    path: '/user/fees/receipts',
    access: 'staff',
    shows: ['fees', 'users'],
    summary: 'Receipts, newest first, of all students or of one; `search` matches receipt numbers, references and names of students',
    query: z.object({ ...paging, search: z.optional(text({ max: limits.search })), student: z.optional(Id) }),
    rate: 'search',
    reply: list(FoundReceipt),
  }),
  receipt: endpoint({
    ...own,
    path: '/user/fees/receipts/:id',
    shows: ['fees', 'users'],
    offline: true,
    summary: 'The receipt of a payment, by the id of the payment; students see only their own',
    reply: Receipt,
  }),
  receiptPdf: endpoint({ ...pdf, path: '/user/fees/receipts/:id/pdf', summary: 'The same as a PDF, A5' }),
  voucher: endpoint({
    ...own,
    path: '/user/fees/vouchers/:id',
    shows: ['fees', 'users'],
    summary:
      'The voucher of a refund, by the id of the refund, or of a voided day pass, by the id of its payment; students see only their own',
    reply: Receipt,
  }),
  voucherPdf: endpoint({ ...pdf, path: '/user/fees/vouchers/:id/pdf', summary: 'The same as a PDF, A5' }),
  statement: endpoint({
    ...own,
    path: '/user/fees/statements/:id',
    shows: ['fees', 'users'],
    summary: 'What a student was charged and has paid in a period, with the balance after each; students see only their own',
    query: period,
    reply: Statement,
    errors: receiptErrors,
  }),
  statementPdf: endpoint({
    ...pdf,
    path: '/user/fees/statements/:id/pdf',
    summary: 'The same as a PDF, A4',
    query: period,
    errors: receiptErrors,
  }),
  duesSlips: endpoint({
    method: 'GET',
    path: '/user/fees/dues-slips',
    access: 'staff',
    shows: ['fees', 'users'],
    summary: 'Students who owe something, by name, each with the fees that are open',
    query: z.object(paging),
    reply: list(DuesSlip),
  }),
}
