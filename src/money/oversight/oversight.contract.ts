import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Day, Id, Instant } from '#contract/fields.ts'
import { list, paging } from '#contract/paging.ts'

/**
 * The kinds of entries that the owner reviews. Those of `lasting` describe the current state; all others happened in the requested
 * month.
 */
export const checkKinds = [
  ...(['concessions', 'voids', 'dates', 'references', 'refunds', 'differences', 'unclosed', 'outages'] as const),
  ...(['uncharged', 'owing', 'left'] as const),
] as const
export const CheckKind = z.enum(checkKinds, 'Please choose what to look at')
export type CheckKind = z.infer<typeof CheckKind>
export const lasting: readonly CheckKind[] = ['uncharged', 'owing', 'left']
/** Kinds whose entries name no clerk. */
export const withoutClerk: readonly CheckKind[] = ['owing', 'left']

/** A student with a seat is listed once a fee has been owed for more than this number of days. */
export const owingDays = 30

/** The subject of an entry, within its kind. */
const concessionSubjects = [
  'monthly-fee',
  'paid-up-to',
  'concession',
  'waiver',
  'write-off',
  'correction',
  'day-pass',
  'day-pass-price',
  'gap',
] as const
const boxSubjects = ['paid-out', 'other-in', 'hand-over', 'closing', 'day'] as const
const otherSubjects = ['payment', 'refund', 'settled', 'no-fee', 'no-joining-date', 'dues', 'credit', 'deposit', 'outage'] as const
export const CheckSubject = z.enum([...concessionSubjects, ...boxSubjects, ...otherSubjects])
export type CheckSubject = z.infer<typeof CheckSubject>

/** One entry to review. Amounts are in rupees. */
export const CheckEntry = z.object({
  _id: Id,
  subject: CheckSubject,
  /**
   * Listed first: no reason was given, the receipt had been printed before the void, cash was entered too late for the closing of
   * its day, the student was deleted, cash is missing, or a day is still not closed.
   */
  flagged: z.boolean(),
  /** Null if the entry is about the cash box. */
  studentId: z.nullable(Id),
  /** The name on the receipt or voucher, if there is one; empty without a student. */
  studentName: z.string(),
  /** True if the student was deleted since. */
  deleted: z.boolean(),
  seatNumber: z.nullable(z.int()),
  /** What the hall calls the seat, if that is not its number. */
  seatLabel: z.optional(z.string()),
  at: z.nullable(Instant),
  /** The person responsible; empty if there is none. */
  by: z.string(),
  /** For a closing, the difference, negative if it counted more than expected; for a day, the cash that its closing missed. */
  amount: z.number(),
  /** Number of reductions of this student's fees, or of passes at a lowered price, on that day; `amount` is their sum, and `at` is the last one. For a gap, the months that are not charged. 1 for other entries. */
  times: z.int(),
  /** For entries of the cash box, the purpose and, if they are backdated, the reason; for a hand-over, the receiver. */
  reason: z.string(),
  /** The number of the receipt or voucher. */
  number: z.nullable(z.string()),
  /** The payment whose receipt can be opened. */
  receiptId: z.nullable(Id),
  /** The day that was entered or closed, or the day since which something is owed, the last day before a gap, or on which an outage of a seat begins. */
  day: z.nullable(Day),
  /** The last day of an outage, if it is known. */
  lastDay: z.nullable(Day),
  /** When the receipt was printed. */
  printedAt: z.nullable(Instant),
  /** The payment that replaces a voided one, and how much less it is. */
  successor: z.nullable(z.object({ number: z.string(), amount: z.number(), difference: z.number() })),
  /** For the void of a day pass, what was sold, and whether its shift had begun before the void. */
  pass: z.nullable(z.object({ day: Day, shift: z.string(), soldBy: z.string(), soldAt: Instant, hadBegun: z.boolean() })),
  /** The monthly fee before and after; for a closing, the expected and the counted amount. In rupees. */
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  /** The last month that was paid on paper, `YYYY-MM`. */
  month: z.nullable(z.string()),
  /** The closing that finally counted the cash of a day, or when and by whom an outage was ended. */
  closed: z.nullable(z.object({ at: Instant, by: z.string() })),
})
export type CheckEntry = z.infer<typeof CheckEntry>

const Figure = z.object({
  kind: CheckKind,
  count: z.int(),
  /** Number of entries that are listed first. */
  flagged: z.int(),
  amount: z.number(),
  /** Number of further entries that are not listed: backdated by a week at most, without cash that came too late. */
  unlisted: z.int(),
})
export type CheckFigure = z.infer<typeof Figure>

export const CheckSummary = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  /** Number of entries to review. */
  count: z.int(),
  kinds: z.array(Figure),
  /** The number of entries of each clerk, most first. */
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
