import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Day, Id, orNone } from '#contract/fields.ts'
import { formatsFor } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { FeeKind, Slot } from '#contract/terms.ts'
import { moneyErrors, moneyFields } from '#money/fees/fees.payments.contract.ts'
import { Payment, Refund } from '#money/fees/fees.shapes.contract.ts'
import { userErrors } from '#people/users/users.errors.contract.ts'
import { ruleErrors } from '#system/customization/customization.rules.contract.ts'

const { day } = formatsFor('en-IN')

/** Which part of the last month is refunded: nothing, the days after the last one, or half of it. */
const runningShares = ['none', 'days', 'half'] as const
export const RunningShare = z.enum(runningShares, 'Please choose what is given back of this month')
export type RunningShare = z.infer<typeof RunningShare>

const Month = z.int().check(z.minimum(1), z.maximum(12))

/** A fee that is reduced: the unpaid part is withdrawn, and the paid part is refunded. */
const LeavingLine = z.object({
  feeId: Id,
  kind: FeeKind,
  month: Month,
  year: z.int(),
  withdrawn: z.number(),
  returned: z.number(),
})
export type LeavingLine = z.infer<typeof LeavingLine>

/** A fee that is still owed. */
const LeavingDue = z.object({ feeId: Id, kind: FeeKind, month: Month, year: z.int(), amount: z.number() })

/** The settlement of a student who leaves. Amounts are in rupees. */
export const Settlement = z.object({
  studentId: Id,
  name: z.string(),
  lastDay: Day,
  /** The earliest possible last day: the day of joining. */
  earliest: z.nullable(Day),
  /** The day on which the account ends; leaving does not extend it. */
  latest: z.nullable(Day),
  /** The refund of the last month for each choice; null if that month has no fee. */
  running: z.nullable(z.object({ month: Month, year: z.int(), none: z.number(), days: z.number(), half: z.number() })),
  lines: z.array(LeavingLine),
  dues: z.array(LeavingDue),
  credit: z.number(),
  /** Positive if the hall pays it to the student; negative if the student owes it. */
  net: z.number(),
  seat: z.nullable(
    z.object({
      seatNumber: z.int(),
      /** What the hall calls the seat, if that is not its number. */
      seatLabel: z.optional(z.string()),
      slot: z.nullable(Slot),
      /** Now, and not only after the last day. */
      isFreed: z.boolean(),
    }),
  ),
  /** Without `isFreed`, staff take the locker back on the last day. */
  locker: z.nullable(z.object({ number: z.string(), keyNumber: z.nullable(z.string()), isFreed: z.boolean() })),
})
export type Settlement = z.infer<typeof Settlement>

export const Left = z.object({
  studentId: Id,
  lastDay: Day,
  net: z.number(),
  refund: z.nullable(Refund),
  payment: z.nullable(Payment),
})
export type Left = z.infer<typeof Left>

export const leavingErrors = {
  beforeJoining: {
    code: 'leaving.before_joining',
    status: 400,
    message: 'The last day cannot be before the day of joining.',
    text: ({ joined }: { joined: string }) => `The last day cannot be before the day of joining, ${day(joined)}.`,
  },
  afterEnd: {
    code: 'leaving.after_end',
    status: 400,
    message: 'The account ends before this day. Renew it first, or choose an earlier day.',
    text: ({ end }: { end: string }) => `The account ends on ${day(end)}. Renew it first, or choose an earlier day.`,
  },
  tooLate: { code: 'leaving.too_late', status: 400, message: 'Please choose a day within the next 12 months' },
  changed: {
    code: 'leaving.changed',
    status: 409,
    message: 'The account of this student has changed. Check the new amount and confirm again.',
  },
} satisfies Errors

const lastDay = orNone(Day, 'Please enter a date')

export const leavingApi = {
  settlement: endpoint({
    method: 'GET',
    path: '/user/:id/leave',
    access: 'staff',
    shows: ['fees', 'users'],
    summary: 'What is given back, withdrawn and still owed if a student leaves on `lastDay` (today where it is left out)',
    params: byId,
    query: z.object({ lastDay, share: z.optional(RunningShare) }),
    reply: Settlement,
    errors: { ...leavingErrors, managersRenew: ruleErrors.managersRenew, managerRenewsStudents: userErrors.managerRenewsStudents },
  }),
  leave: endpoint({
    method: 'POST',
    path: '/user/:id/leave',
    access: 'staff',
    changes: ['fees', 'users'],
    summary:
      'Ends a membership: the account ends on `lastDay`, fees of later months and deposits are given back or withdrawn, dues are settled, and the net amount is one refund or one payment',
    params: byId,
    body: z.object({
      ...moneyFields,
      lastDay: Day,
      share: RunningShare,
      /** The net amount that the clerk saw; rejected if it has changed since. */
      net: z.number('Please check the amount').check(z.minimum(-limits.rupees), z.maximum(limits.rupees)),
      /** True if the net amount is paid now; otherwise it stays owed, or becomes credit. */
      settle: z.boolean('Please choose whether the amount is paid now'),
      clientId: Id,
    }),
    reply: Left,
    status: 201,
    errors: {
      ...leavingErrors,
      ...moneyErrors,
      managersRenew: ruleErrors.managersRenew,
      managersConcede: ruleErrors.managersConcede,
      managersRefundUpTo: ruleErrors.managersRefundUpTo,
    },
  }),
}
