import * as z from 'zod/mini'
import { addDays } from '#contract/day.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { Day, Id, Instant, orEmpty, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { Rupees } from '#contract/money.ts'
import { monthNumber } from '#contract/month.ts'
import { list, paging } from '#contract/paging.ts'
import { SheetFormat } from '#contract/sheet.ts'
import { PaymentMethod } from '#features/fees/fees.contract.ts'
import { lockErrors } from '#features/locks/locks.contract.ts'

const isMonth = (value: string): boolean => /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(value)
const Month = z.string('Please choose a month').check(z.refine(isMonth, 'Please choose a month'))
const numberOf = (month: string): number => monthNumber(Number(month.slice(0, 4)), Number(month.slice(5)))

const monthsMessage = `Please choose at most ${limits.reportMonths} months`
const daysMessage = `Please choose at most ${limits.reportDays} days`
const backwards = 'Please choose a last day that is not before the first'

/** What was charged for a month, deposits left out, and what of exactly that is paid. Amounts are rupees. */
export const MonthFigures = z.object({
  year: z.int(),
  /** 1 to 12. */
  month: z.int(),
  due: z.number(),
  collected: z.number(),
  outstanding: z.number(),
})
export type MonthFigures = z.infer<typeof MonthFigures>

const monthSums = { due: z.number(), collected: z.number(), outstanding: z.number() }

/** Money by its method. */
const ByMethod = z.object({ cash: z.number(), upi: z.number(), bank: z.number(), other: z.number() })
export type ByMethod = z.infer<typeof ByMethod>

const figures = {
  /** Payments, those among them that were voided later too. */
  received: z.number(),
  /** Refunds, those among them that were voided later too. */
  refunded: z.number(),
  /** What voids took off: of payments, less those of refunds. */
  voided: z.number(),
  /** What is left of it all. */
  net: z.number(),
  /** The same by method. */
  methods: ByMethod,
}

const ClerkFigures = z.object({ clerkId: Id, name: z.string(), ...figures })
export type ClerkFigures = z.infer<typeof ClerkFigures>

export const DayFigures = z.object({ day: Day, ...figures, clerks: z.array(ClerkFigures) })
export type DayFigures = z.infer<typeof DayFigures>

/** A payment or a refund that was voided. */
export const Void = z.object({
  _id: Id,
  /** Of the receipt or of the voucher. */
  number: z.string(),
  kind: z.enum(['payment', 'refund']),
  studentName: z.string(),
  amount: z.number(),
  method: PaymentMethod,
  /** The day that counted it, and the one that takes it off. */
  bookedOn: Day,
  voidedOn: Day,
  at: Instant,
  by: z.string(),
  reason: z.string(),
})
export type Void = z.infer<typeof Void>

export const Collections = z.object({
  from: Day,
  to: Day,
  total: z.object(figures),
  /** Only days on which money moved, the newest first. */
  days: z.array(DayFigures),
  clerks: z.array(ClerkFigures),
  /** The newest first, as many as a list has at most. */
  voids: z.array(Void),
})
export type Collections = z.infer<typeof Collections>

/** The cash that moved on a day, in rupees. */
const cash = {
  cashIn: z.number(),
  cashRefunds: z.number(),
  /** Voids of cash payments, less voids of cash refunds. */
  cashVoids: z.number(),
}

export const Closing = z.object({
  _id: Id,
  day: Day,
  /** The first closing of its day, the second, … */
  nth: z.int(),
  openingFloat: z.number(),
  ...cash,
  expected: z.number(),
  counted: z.number(),
  /** What was counted less what was expected. */
  difference: z.number(),
  handedTo: z.string(),
  notes: z.string(),
  closedBy: z.string(),
  closedAt: Instant,
  /** The cash that was booked on this day after its last closing; 0 for the closings before that. */
  later: z.number(),
})
export type Closing = z.infer<typeof Closing>

export const CashOfDay = z.object({
  day: Day,
  /** What the last closing left in the box. */
  openingFloat: z.number(),
  /** What moved since the last closing of this day. */
  ...cash,
  /** How often this day was closed. */
  closings: z.int(),
})
export type CashOfDay = z.infer<typeof CashOfDay>

export const reportErrors = {
  changed: { code: 'reports.changed', status: 409, message: 'Money was entered meanwhile. Please look at the expected cash again.' },
} satisfies Errors

const amountMessage = 'Please enter an amount such as 1000 or 999.50'
/** Below 0 where more was given back than there was. */
const Expected = z
  .number(amountMessage)
  .check(z.minimum(-limits.rupees * 1000, amountMessage), z.maximum(limits.rupees * 1000, amountMessage))

const days = z.object({ from: z.optional(Day), to: z.optional(Day) }).check(
  z.refine(({ from, to }) => !from || !to || from <= to, { message: backwards, path: ['to'] }),
  z.refine(({ from, to }) => !from || !to || to < addDays(from, limits.reportDays), { message: daysMessage, path: ['to'] }),
)

export const reportsApi = {
  months: endpoint({
    method: 'GET',
    path: '/user/fees/months',
    access: 'staff',
    shows: ['fees'],
    summary:
      'What was charged for each month and what of it is paid; the last twelve where nothing is asked for. `asOf` answers the figures as they were at the end of that day',
    query: z.object({ from: z.optional(Month), to: z.optional(Month), asOf: z.optional(Day) }).check(
      z.refine(({ from, to }) => !from || !to || from <= to, {
        message: 'Please choose a last month that is not before the first',
        path: ['to'],
      }),
      z.refine(({ from, to }) => !from || !to || numberOf(to) - numberOf(from) < limits.reportMonths, {
        message: monthsMessage,
        path: ['to'],
      }),
    ),
    reply: z.object({
      /** The oldest first. */
      items: z.array(MonthFigures),
      total: z.object(monthSums),
      /** Of all months. Deposits are owed and returned, and never income. */
      deposits: z.object({ held: z.number(), outstanding: z.number() }),
    }),
  }),
  collections: endpoint({
    method: 'GET',
    path: '/user/fees/collections',
    access: 'staff',
    shows: ['fees'],
    summary: 'What came in each day, by method and by clerk, less refunds and voids; this month where nothing is asked for',
    query: days,
    reply: Collections,
  }),
  exportCollections: endpoint({
    method: 'GET',
    path: '/user/fees/collections/export',
    access: 'staff',
    shows: ['fees'],
    summary: 'The receipts, refunds and voids behind these sums as a table',
    query: z.extend(days, { format: SheetFormat }),
    stream: true,
    rate: 'search',
  }),
  cashOfDay: endpoint({
    method: 'GET',
    path: '/user/fees/closings/cash',
    access: 'staff',
    shows: ['fees'],
    summary: 'The cash of a day that no closing has counted yet; today where no day is asked for',
    query: z.object({ day: z.optional(Day) }),
    reply: CashOfDay,
  }),
  closings: endpoint({
    method: 'GET',
    path: '/user/fees/closings',
    access: 'staff',
    shows: ['fees'],
    summary: 'The closings of days, the newest first',
    query: z.object(paging),
    reply: list(Closing),
  }),
  closeDay: endpoint({
    method: 'POST',
    path: '/user/fees/closings',
    access: 'staff',
    changes: ['fees'],
    summary: 'Closes a day with what is in the cash box; a difference is written down and stops nothing',
    body: z.object({
      /** Today where it is left out. */
      day: z.optional(Day),
      openingFloat: Rupees,
      /** The expected cash that the clerk saw. */
      expected: Expected,
      counted: Rupees,
      /** Who took what is above the float; empty where all of it stays in the box. */
      handedTo: orEmpty(text({ max: limits.personName })),
      notes: orEmpty(text({ max: limits.feeNotes })),
    }),
    reply: Closing,
    status: 201,
    errors: { changed: reportErrors.changed, inTheFuture: lockErrors.inTheFuture },
  }),
}
