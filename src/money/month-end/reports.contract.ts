import * as z from 'zod/mini'
import { addDays } from '#contract/day.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Day, Id, Instant } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { monthNumber } from '#contract/month.ts'
import { SheetFormat } from '#contract/sheet.ts'
import { Month } from '#money/cashbox/cashbox.contract.ts'
import { PaymentMethod } from '#money/fees/fees.contract.ts'

const numberOf = (month: string): number => monthNumber(Number(month.slice(0, 4)), Number(month.slice(5)))

const monthsMessage = `Please choose at most ${limits.reportMonths} months`
export const daysMessage = `Please choose at most ${limits.reportDays} days`
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

/** The money of one month, each amount on the day on which it was booked. */
export const MonthMoney = z.object({
  year: z.int(),
  /** 1 to 12. */
  month: z.int(),
  /** Payments less refunds and voids, of every method. */
  collected: z.number(),
  /** Other money that came into the cash box, less voids of that. */
  otherIn: z.number(),
  /** Paid out of the cash box, less voids of that. */
  paidOut: z.number(),
  /** What is left of the month: collected and other money in, less what was paid out. */
  left: z.number(),
  /** Cash that was handed over at its closings; it is among what is left. */
  handedOver: z.number(),
})
export type MonthMoney = z.infer<typeof MonthMoney>

const months = z.object({ from: z.optional(Month), to: z.optional(Month) }).check(
  z.refine(({ from, to }) => !from || !to || from <= to, {
    message: 'Please choose a last month that is not before the first',
    path: ['to'],
  }),
  z.refine(({ from, to }) => !from || !to || numberOf(to) - numberOf(from) < limits.reportMonths, {
    message: monthsMessage,
    path: ['to'],
  }),
)

const days = z.object({ from: z.optional(Day), to: z.optional(Day) }).check(
  z.refine(({ from, to }) => !from || !to || from <= to, { message: backwards, path: ['to'] }),
  z.refine(({ from, to }) => !from || !to || to < addDays(from, limits.reportDays), { message: daysMessage, path: ['to'] }),
)

/** The day at whose end the figures are shown as they were: what was entered later is left out. */
const asOf = { asOf: z.optional(Day) }

export const reportsApi = {
  months: endpoint({
    method: 'GET',
    path: '/user/fees/months',
    access: 'staff',
    shows: ['fees'],
    summary:
      'What was charged for each month and how much of that is paid; the last twelve where nothing is asked for. `asOf` answers the figures as they were at the end of that day',
    query: z.extend(months, asOf),
    reply: z.object({
      /** The oldest first. */
      items: z.array(MonthFigures),
      total: z.object(monthSums),
      /** The day at whose end these were the figures; null for the current ones. */
      asOf: z.nullable(Day),
      /** Of all months. Deposits are owed and returned, and never income. */
      deposits: z.object({ held: z.number(), outstanding: z.number() }),
    }),
  }),
  money: endpoint({
    method: 'GET',
    path: '/user/fees/months/money',
    access: 'staff',
    shows: ['fees'],
    summary: 'What was collected, paid out and left in each month; the last twelve where nothing is asked for. `asOf` as above',
    query: z.extend(months, asOf),
    reply: z.object({
      /** The oldest first. */
      items: z.array(MonthMoney),
    }),
  }),
  collections: endpoint({
    method: 'GET',
    path: '/user/fees/collections',
    access: 'staff',
    shows: ['fees'],
    summary:
      'What came in each day, by method and by clerk, less refunds and voids; this month where nothing is asked for. `asOf` as above',
    query: z.extend(days, asOf),
    reply: Collections,
  }),
  exportCollections: endpoint({
    method: 'GET',
    path: '/user/fees/collections/export',
    access: 'staff',
    shows: ['fees'],
    summary: 'The receipts, refunds and voids behind these sums as a table',
    query: z.extend(days, { ...asOf, format: SheetFormat }),
    stream: true,
    rate: 'search',
  }),
}
