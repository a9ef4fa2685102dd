import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Day, Id, Instant, orNone, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { list, paging } from '#contract/paging.ts'
import { FeeKind, PaymentMethod } from '#money/fees/fees.contract.ts'
import { Slot } from '#people/users/users.contract.ts'

const Month = z.int().check(z.minimum(1), z.maximum(12))

/** What of an amount went to one fee, or came from it. */
const ReceiptLine = z.object({ kind: FeeKind, month: Month, year: z.int(), amount: z.number() })
export type ReceiptLine = z.infer<typeof ReceiptLine>

/** The receipt of a payment, or the voucher of a refund: everything that is printed on it. */
export const Receipt = z.object({
  /** Of the payment or of the refund. */
  _id: Id,
  kind: z.enum(['receipt', 'voucher']),
  number: z.string(),
  studentId: Id,
  /** As it was issued. */
  studentName: z.string(),
  /** Where the student sits now: it helps to find them, and is no part of what was issued. */
  seatNumber: z.nullable(z.int()),
  slot: z.nullable(Slot),
  amount: z.number(),
  method: PaymentMethod,
  reference: z.string(),
  /** Why money was given back; empty on a receipt. */
  reason: z.string(),
  /** The day on which the money came in or went out. */
  day: Day,
  enteredAt: Instant,
  enteredBy: z.string(),
  voided: z.nullable(z.object({ at: Instant, by: z.string(), reason: z.string() })),
  /** Oldest month first, as issued: what fees took of the credit later is not among them. */
  lines: z.array(ReceiptLine),
  /** What was paid in advance, or given back of that. */
  credit: z.number(),
  /** With which the journal can be compared with the paper; null for what was entered before there was one. */
  code: z.nullable(z.string()),
})
export type Receipt = z.infer<typeof Receipt>

/** A receipt in a list. */
export const FoundReceipt = z.object({
  _id: Id,
  number: z.string(),
  studentId: Id,
  studentName: z.string(),
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

/** One line of a statement. `amount` is what it adds to what is owed; a payment is negative. */
export const StatementEntry = z.object({
  day: Day,
  kind: z.enum(entryKinds),
  /** What a charge was for, and what was changed. */
  fee: z.nullable(z.object({ kind: FeeKind, month: Month, year: z.int() })),
  /** The number of the receipt or voucher. */
  number: z.string(),
  /** The payment whose receipt can be opened. */
  receiptId: z.nullable(Id),
  amount: z.number(),
  /** What is owed afterwards; negative where something is paid ahead. */
  balance: z.number(),
})
export type StatementEntry = z.infer<typeof StatementEntry>

export const Statement = z.object({
  student: z.object({ _id: Id, name: z.string(), seatNumber: z.nullable(z.int()), slot: z.nullable(Slot) }),
  from: Day,
  to: Day,
  /** What was entered after the end of this day is left out; null where nothing is. */
  asOf: z.nullable(Day),
  opening: z.number(),
  entries: z.array(StatementEntry),
  charged: z.number(),
  paid: z.number(),
  closing: z.number(),
})
export type Statement = z.infer<typeof Statement>

/** What someone is reminded of on paper. */
export const DuesSlip = z.object({
  student: z.object({ _id: Id, name: z.string(), seatNumber: z.nullable(z.int()), slot: z.nullable(Slot) }),
  owed: z.number(),
  owedSince: Day,
  open: z.array(ReceiptLine),
})
export type DuesSlip = z.infer<typeof DuesSlip>

export const receiptErrors = {
  wrongPeriod: { code: 'receipts.wrong_period', status: 400, message: 'The last day cannot be before the first' },
  tooLong: { code: 'receipts.too_long', status: 400, message: 'There is too much in this period. Please choose a shorter one' },
} satisfies Errors

const period = z.object({
  /** The first day of the financial year where it is left out. */
  from: orNone(Day, 'Please enter a date'),
  /** Today where it is left out. */
  to: orNone(Day, 'Please enter a date'),
  /** Leaves out what was entered after the end of this day. */
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
    summary: 'Receipts, newest first; `search` matches receipt numbers, references and names of students',
    query: z.object({ ...paging, search: z.optional(text({ max: limits.search })) }),
    rate: 'search',
    reply: list(FoundReceipt),
  }),
  receipt: endpoint({
    ...own,
    path: '/user/fees/receipts/:id',
    shows: ['fees', 'users'],
    summary: 'The receipt of a payment, by the id of the payment; students see only their own',
    reply: Receipt,
  }),
  receiptPdf: endpoint({ ...pdf, path: '/user/fees/receipts/:id/pdf', summary: 'The same as a PDF, A5' }),
  voucher: endpoint({
    ...own,
    path: '/user/fees/vouchers/:id',
    shows: ['fees', 'users'],
    summary: 'The voucher of a refund, by the id of the refund; students see only their own',
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
