import * as z from 'zod/mini'
import { addDays } from '#contract/day.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Day, Id, Instant } from '#contract/fields.ts'
import { monthOfDay } from '#contract/month.ts'
import { SheetFormat } from '#contract/sheet.ts'
import { byMethod, PaymentMethod } from '#contract/terms.ts'
import { Month } from '#money/cashbox/cashbox.contract.ts'

export const reportLimits = {
  /** Months that one report shows. */
  months: 60,
  /** Days that one report of collections shows. */
  days: 366,
} as const

const monthsMessage = `Please choose at most ${reportLimits.months} months`
export const daysMessage = `Please choose at most ${reportLimits.days} days`
const backwards = 'Please choose a last day that is not before the first'

/** What was charged for a month, without deposits, and the part that has been paid. Amounts are in rupees. */
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

/** Amounts by payment method. */
const ByMethod = z.object(byMethod(() => z.number()))
export type ByMethod = z.infer<typeof ByMethod>

const figures = {
  /** Payments, including those voided later. */
  received: z.number(),
  /** Refunds, including those voided later. */
  refunded: z.number(),
  /** Voided payments minus voided refunds. */
  voided: z.number(),
  /** Payments minus refunds and voids. */
  net: z.number(),
  /** The net amount by method. */
  methods: ByMethod,
}

const ClerkFigures = z.object({ clerkId: Id, name: z.string(), ...figures })
export type ClerkFigures = z.infer<typeof ClerkFigures>

export const DayFigures = z.object({ day: Day, ...figures, clerks: z.array(ClerkFigures) })
export type DayFigures = z.infer<typeof DayFigures>

/** A voided payment or refund. */
export const Void = z.object({
  _id: Id,
  /** The number of the receipt or voucher. */
  number: z.string(),
  kind: z.enum(['payment', 'refund']),
  studentName: z.string(),
  amount: z.number(),
  method: PaymentMethod,
  /** The day on which it was booked, and the day from which the void is deducted. */
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
  /** The same days of the month before, or all of it after a whole month; null for days that are not the first of one month. */
  before: z.nullable(z.object({ from: Day, to: Day, net: z.number() })),
  /** Only days with movements, newest first. */
  days: z.array(DayFigures),
  clerks: z.array(ClerkFigures),
  /** The day passes of these days, less those that were voided in them. They are part of the sums above. */
  dayPasses: z.object({ count: z.int(), amount: z.number() }),
  /** Newest first, up to the maximum length of a list. */
  voids: z.array(Void),
})
export type Collections = z.infer<typeof Collections>

/** The money of one month, each amount on the day on which it was booked. */
export const MonthMoney = z.object({
  year: z.int(),
  /** 1 to 12. */
  month: z.int(),
  /** Payments minus refunds and voids, of all methods. */
  collected: z.number(),
  /** Other money in, minus voided entries. */
  otherIn: z.number(),
  /** Cash paid out of the box, minus voided entries. */
  paidOut: z.number(),
  /** The balance of the month: collected and other money in, minus money paid out. */
  left: z.number(),
  /** Cash handed over at closings of the month; `left` includes it. */
  handedOver: z.number(),
})
export type MonthMoney = z.infer<typeof MonthMoney>

const months = z.object({ from: z.optional(Month), to: z.optional(Month) }).check(
  z.refine(({ from, to }) => !from || !to || from <= to, {
    message: 'Please choose a last month that is not before the first',
    path: ['to'],
  }),
  z.refine(({ from, to }) => !from || !to || monthOfDay(to) - monthOfDay(from) < reportLimits.months, {
    message: monthsMessage,
    path: ['to'],
  }),
)

const days = z.object({ from: z.optional(Day), to: z.optional(Day) }).check(
  z.refine(({ from, to }) => !from || !to || from <= to, { message: backwards, path: ['to'] }),
  z.refine(({ from, to }) => !from || !to || to < addDays(from, reportLimits.days), { message: daysMessage, path: ['to'] }),
)

/** Shows the figures as they were at the end of this day, without later entries. */
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
      /** Oldest first. */
      items: z.array(MonthFigures),
      total: z.object(monthSums),
      /** The day at whose end the figures were valid; null for current figures. */
      asOf: z.nullable(Day),
      /** Over all months. Deposits are owed and returned, and are never income. */
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
      /** Oldest first. */
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
