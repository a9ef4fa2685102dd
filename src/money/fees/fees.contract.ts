import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { byId, Day, Id, idOr, orEmpty, orNone, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { Rupees, SomeRupees } from '#contract/money.ts'
import { list, numberText, paging, wholeNumber } from '#contract/paging.ts'
import { MaybeReason } from '#contract/reason.ts'
import { SheetFormat } from '#contract/sheet.ts'
import { FeeKind } from '#contract/terms.ts'
import { lockLimits } from '#money/locks/locks.contract.ts'
import { ruleErrors } from '#system/customization/customization.rules.contract.ts'
import { feeErrors } from './fees.errors.contract.ts'
import { feeLimits } from './fees.limits.ts'
import { numberCalls } from './fees.numbers.contract.ts'
import { paymentCalls } from './fees.payments.contract.ts'
import { AdjustmentKind, Fee, FeeAccount, FeeSummary, Payment, StudentCard } from './fees.shapes.contract.ts'

const { alreadyPaid, refunded, notPaid, belowPaid, noJoinDate, monthExists, dueTooLate, checkNeeded } = feeErrors
const { managersVoid, managersConcede } = ruleErrors
const notes = text({ max: feeLimits.notes })
const studentId = idOr(feeErrors.notAStudent.message)

/** Filters of the list, its sums and its export. */
const feeFilter = {
  /** Matches names and email addresses of students. */
  search: z.optional(text({ max: limits.search })),
  status: z.optional(z.enum(['all', 'paid', 'unpaid'], 'Please choose a payment status')),
  student: z.optional(z.union([z.literal(['', 'all']), Id], 'Please choose a student')),
}

const FeeAmount = z.optional(SomeRupees)
const MissingFees = z.object({
  fees: z.int(),
  students: z.int(),
  /** In rupees. */
  amount: z.number(),
  /** The first and the last month with a missing fee, `YYYY-MM`; null if none is missing. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
})
const Generated = z.object({ created: z.int(), skipped: z.int(), items: z.array(Fee) })
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
    offline: true,
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
      year: wholeNumber(lockLimits.yearMin, lockLimits.yearMax),
      amount: SomeRupees,
      /** Defaults to the due date of the student's month. That of a monthly fee is at most the end of the next month. */
      dueOn: orNone(Day, 'Please enter a date'),
      notes: orEmpty(notes),
    }),
    reply: Fee,
    status: 201,
    errors: { monthExists, dueTooLate, managersConcede },
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
      /** Why the amount changes. Defaults to a correction. */
      adjustment: z.optional(AdjustmentKind),
      /** The reason. Defaults to the notes or, without notes, to "No reason given". */
      reason: orEmpty(MaybeReason),
    }),
    /** Includes the payment if the fee was marked as paid. */
    reply: z.extend(Fee, { payment: z.optional(Payment) }),
    errors: { alreadyPaid, notPaid, belowPaid, refunded, checkNeeded, managersVoid, managersConcede },
  }),
  missing: endpoint({
    method: 'GET',
    path: '/user/fees/missing',
    access: 'staff',
    shows: ['customization', 'fees', 'users'],
    summary: 'How many monthly fees "generate" would charge for all students, at the fee of the hall, and for which months',
    reply: MissingFees,
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
  ...paymentCalls,
  ...numberCalls,
}
