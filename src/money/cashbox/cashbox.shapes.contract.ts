import * as z from 'zod/mini'
import { Day, Id, Instant } from '#contract/fields.ts'

/** Cash movements of a period, in rupees. */
const cash = {
  cashIn: z.number(),
  cashRefunds: z.number(),
  /** Voided cash payments, minus voided cash refunds. */
  cashVoids: z.number(),
  /** Cash paid out of the box, minus voided entries. */
  paidOut: z.number(),
  /** Other money in, minus voided entries. */
  otherIn: z.number(),
}

/** The cash movements of one day and their net amount. */
const CashOfDay = z.object({ day: Day, ...cash, net: z.number() })
export type CashOfDay = z.infer<typeof CashOfDay>

/** The cash box since its last closing. */
export const CashInBox = z.object({
  /** The instant up to which these figures count. A closing that sends it back covers exactly these movements. */
  asOf: Instant,
  /** The amount counted at the last closing, minus the amount handed over. */
  openingFloat: z.number(),
  ...cash,
  /** The cash expected in the box. */
  expected: z.number(),
  lastClosedAt: z.nullable(Instant),
  /** Number of days, including today, with cash movements that no closing covers. */
  unclosedDays: z.int(),
  unclosedSince: z.nullable(Day),
  /** The most recent of these days, newest first. */
  days: z.array(CashOfDay),
})
export type CashInBox = z.infer<typeof CashInBox>

export const Closing = z.object({
  _id: Id,
  /** The day of `asOf` in the hall's time zone. */
  day: Day,
  /** 1 for the first closing of its day, 2 for the second, and so on. */
  nth: z.int(),
  asOf: Instant,
  openingFloat: z.number(),
  ...cash,
  expected: z.number(),
  counted: z.number(),
  /** The counted amount minus the expected amount. */
  difference: z.number(),
  handedOver: z.number(),
  /** The person who received the cash; empty if nothing was handed over. */
  receiver: z.string(),
  notes: z.string(),
  closedBy: z.string(),
  closedAt: Instant,
  /** The verification code; null for closings from before codes existed. */
  code: z.nullable(z.string()),
})
export type Closing = z.infer<typeof Closing>

export const BoxKind = z.enum(['out', 'in'], 'Please choose whether money was paid out or came in')
export type BoxKind = z.infer<typeof BoxKind>

/** Cash paid out of the box, or other money in. */
export const BoxEntry = z.object({
  _id: Id,
  kind: BoxKind,
  amount: z.number(),
  purpose: z.string(),
  /** A URL of the bill's picture that needs no login and expires after tomorrow; null without a picture. */
  photoUrl: z.nullable(z.string()),
  paidOn: Day,
  enteredAt: Instant,
  enteredBy: z.string(),
  voided: z.nullable(z.object({ at: Instant, by: z.string(), reason: z.string() })),
})
export type BoxEntry = z.infer<typeof BoxEntry>
