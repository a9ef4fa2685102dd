import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Day, Id, Instant } from '#contract/fields.ts'
import { list, paging } from '#contract/paging.ts'

/** What the owner looks at. Those of `lasting` are what is so now; all others happened in the month that is asked for. */
export const checkKinds = [
  ...(['concessions', 'voids', 'dates', 'references', 'refunds', 'differences', 'unclosed'] as const),
  ...(['uncharged', 'owing', 'left'] as const),
] as const
export const CheckKind = z.enum(checkKinds, 'Please choose what to look at')
export type CheckKind = z.infer<typeof CheckKind>
export const lasting: readonly CheckKind[] = ['uncharged', 'owing', 'left']
/** Kinds whose entries name no clerk. */
export const withoutClerk: readonly CheckKind[] = ['owing', 'left']

/** A student with a seat is listed once a fee has been owed for more days than this. */
export const owingDays = 30

/** What an entry is about, within its kind. */
const concessionSubjects = ['monthly-fee', 'paid-up-to', 'concession', 'waiver', 'write-off', 'correction'] as const
const boxSubjects = ['paid-out', 'other-in', 'hand-over', 'closing', 'day'] as const
const otherSubjects = ['payment', 'refund', 'no-fee', 'no-joining-date', 'dues', 'credit', 'deposit'] as const
export const CheckSubject = z.enum([...concessionSubjects, ...boxSubjects, ...otherSubjects])
export type CheckSubject = z.infer<typeof CheckSubject>

/** One thing to look at. Amounts are rupees. */
export const CheckEntry = z.object({
  _id: Id,
  subject: CheckSubject,
  /**
   * Listed first: no reason was given, the receipt had been printed before it was voided, cash was entered too late for the
   * closing of its day, the student was deleted, cash is missing, or a day is still not closed.
   */
  flagged: z.boolean(),
  /** Null where the entry is about the cash box. */
  studentId: z.nullable(Id),
  /** As issued, where there is a receipt or a voucher; empty where there is no student. */
  studentName: z.string(),
  /** Whether the student was deleted since. */
  deleted: z.boolean(),
  seatNumber: z.nullable(z.int()),
  at: z.nullable(Instant),
  /** Who did it; empty where nobody did anything. */
  by: z.string(),
  /** Of a closing what is missing, negative where it counted more than expected; of a day the cash that its closing came too late for. */
  amount: z.number(),
  /** How often a fee of the student was lowered so on that day; `amount` is their sum, and `at` the last of them. 1 of other entries. */
  times: z.int(),
  /** Of money paid out of the box and other money in, what it was for; of a hand-over, the receiver. */
  reason: z.string(),
  /** The number of the receipt or voucher. */
  number: z.nullable(z.string()),
  /** The payment whose receipt can be opened. */
  receiptId: z.nullable(Id),
  /** The day that was entered, that was closed, or since which something is owed. */
  day: z.nullable(Day),
  /** When the receipt was printed. */
  printedAt: z.nullable(Instant),
  /** The payment that was entered instead of a voided one, and how much less it is. */
  successor: z.nullable(z.object({ number: z.string(), amount: z.number(), difference: z.number() })),
  /** What a month cost before and costs now; of a closing, what was expected and counted. In rupees. */
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  /** The last month that was paid on paper, `YYYY-MM`. */
  month: z.nullable(z.string()),
  /** The closing that counted the cash of a day at last. */
  closed: z.nullable(z.object({ at: Instant, by: z.string() })),
})
export type CheckEntry = z.infer<typeof CheckEntry>

const Figure = z.object({
  kind: CheckKind,
  count: z.int(),
  /** Those that are listed first. */
  flagged: z.int(),
  amount: z.number(),
  /** How many more there were that are not worth a list: dated back by a week at most, and no cash that came too late. */
  unlisted: z.int(),
})
export type CheckFigure = z.infer<typeof Figure>

export const CheckSummary = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  /** Everything there is to look at. */
  count: z.int(),
  kinds: z.array(Figure),
  /** Who did how much of it, those with the most first. */
  clerks: z.array(z.object({ _id: Id, name: z.string(), count: z.int(), kinds: z.array(Figure) })),
})
export type CheckSummary = z.infer<typeof CheckSummary>

const message = 'Please choose a month'
const month = z.optional(z.string(message).check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, message)))

export const oversightApi = {
  summary: endpoint({
    method: 'GET',
    path: '/user/fees/check',
    access: 'superadmin',
    shows: ['customization', 'fees', 'users'],
    summary: 'What the owner should look at, with figures for each clerk; of this month where none is asked for',
    query: z.object({ month }),
    reply: CheckSummary,
  }),
  entries: endpoint({
    method: 'GET',
    path: '/user/fees/check/entries',
    access: 'superadmin',
    shows: ['customization', 'fees', 'users'],
    summary: 'The entries of one kind: what is flagged first, then the newest; of dues, those that have been owed longest first',
    query: z.object({ ...paging, kind: CheckKind, month }),
    reply: list(CheckEntry),
  }),
}
