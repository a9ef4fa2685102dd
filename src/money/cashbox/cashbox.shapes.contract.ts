import * as z from 'zod/mini'
import { Day, Id, Instant } from '#contract/fields.ts'

/** The cash that moved in a span of time, in rupees. */
const cash = {
  cashIn: z.number(),
  cashRefunds: z.number(),
  /** Voids of cash payments, less voids of cash refunds. */
  cashVoids: z.number(),
  /** Paid out of the box, less voids of that. */
  paidOut: z.number(),
  /** Other money that came in, less voids of that. */
  otherIn: z.number(),
}

/** The cash that moved on one day, with what is left of it. */
const CashOfDay = z.object({ day: Day, ...cash, net: z.number() })
export type CashOfDay = z.infer<typeof CashOfDay>

/** The cash box since its last closing. */
export const CashInBox = z.object({
  /** The instant up to which these figures count. A closing that sends it counts exactly these movements. */
  asOf: Instant,
  /** What the last closing counted, less what was handed over. */
  openingFloat: z.number(),
  ...cash,
  /** What must be in the box. */
  expected: z.number(),
  lastClosedAt: z.nullable(Instant),
  /** The days on which cash moved that no closing has counted, today included. */
  unclosedDays: z.int(),
  unclosedSince: z.nullable(Day),
  /** The newest of these days first. */
  days: z.array(CashOfDay),
})
export type CashInBox = z.infer<typeof CashInBox>

export const Closing = z.object({
  _id: Id,
  /** The day of `asOf` in the hall. */
  day: Day,
  /** The first closing of its day, the second, … */
  nth: z.int(),
  asOf: Instant,
  openingFloat: z.number(),
  ...cash,
  expected: z.number(),
  counted: z.number(),
  /** What was counted less what was expected. */
  difference: z.number(),
  handedOver: z.number(),
  /** Who took it; empty where nothing was handed over. */
  receiver: z.string(),
  notes: z.string(),
  closedBy: z.string(),
  closedAt: Instant,
  /** Its verification code; null for a closing from before there were any. */
  code: z.nullable(z.string()),
})
export type Closing = z.infer<typeof Closing>

export const BoxKind = z.enum(['out', 'in'], 'Please choose whether money was paid out or came in')
export type BoxKind = z.infer<typeof BoxKind>

/** Cash that was paid out of the box, or other money that came in. */
export const BoxEntry = z.object({
  _id: Id,
  kind: BoxKind,
  amount: z.number(),
  purpose: z.string(),
  /** An address of the picture of the bill that opens by itself today and tomorrow; null where there is none. */
  photoUrl: z.nullable(z.string()),
  paidOn: Day,
  enteredAt: Instant,
  enteredBy: z.string(),
  voided: z.nullable(z.object({ at: Instant, by: z.string(), reason: z.string() })),
})
export type BoxEntry = z.infer<typeof BoxEntry>
