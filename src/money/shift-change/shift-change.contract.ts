import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { Day, Id, orNone } from '#contract/fields.ts'
import { formatsFor } from '#contract/format.ts'
import { limits } from '#contract/limits.ts'
import { numberText } from '#contract/paging.ts'
import { MaybeReason } from '#contract/reason.ts'
import { Slot } from '#contract/terms.ts'
import { feeErrors } from '#money/fees/fees.errors.contract.ts'
import { lockErrors } from '#money/locks/locks.contract.ts'
import { seatErrors } from '#people/seats/seats.contract.ts'
import { userErrors } from '#people/users/users.errors.contract.ts'
import { ruleErrors } from '#system/customization/customization.rules.contract.ts'
import { PartMonth } from '#system/customization/customization.settings.contract.ts'
import { shiftErrors } from '#system/shifts/shifts.contract.ts'

const { day } = formatsFor('en-IN')

const Month = z.int().check(z.minimum(1), z.maximum(12))

/** A charged fee that changes, in rupees. */
const ChangedFee = z.object({ feeId: Id, month: Month, year: z.int(), before: z.number(), after: z.number() })
export type ChangedFee = z.infer<typeof ChangedFee>

/** Whether the month of the first day in the new shift has a fee: none because it was paid before Carrel, or because it is not charged. */
const MonthState = z.enum(['charged', 'paid-before', 'not-charged'])

const Place = z.object({ slot: z.nullable(Slot), seatNumber: z.nullable(z.int()), /** Of a whole month. */ monthlyFee: z.number() })

/** What a change of shift costs. Amounts are in rupees. */
export const ShiftPrice = z.object({
  studentId: Id,
  name: z.string(),
  from: Day,
  /** The earliest possible day: that of joining, or of the last change of shift. */
  earliest: z.nullable(Day),
  before: Place,
  after: Place,
  /** True if the student has a monthly fee of their own, which stays. */
  hasOwnFee: z.boolean(),
  rule: PartMonth,
  /** The student's month that has `from`, its last day, and the days left in it, that day included. */
  month: z.object({ month: Month, year: z.int(), to: Day, daysLeft: z.int(), days: z.int(), state: MonthState }),
  fees: z.array(ChangedFee),
  /** By how much the fees rise in all, or fall if negative. */
  amount: z.number(),
  /** The part of a fall that was paid already and becomes credit. */
  credit: z.number(),
})
export type ShiftPrice = z.infer<typeof ShiftPrice>

export const ShiftChange = z.object({
  studentId: Id,
  slot: Slot,
  seatNumber: z.nullable(z.int()),
  from: Day,
  amount: z.number(),
})
export type ShiftChange = z.infer<typeof ShiftChange>

export const shiftChangeErrors = {
  sameShift: { code: 'shift-change.same_shift', status: 409, message: 'The student is already in this shift' },
  ended: {
    code: 'shift-change.ended',
    status: 409,
    message: 'The account of this student has ended. Renew it first.',
  },
  beforeJoining: {
    code: 'shift-change.before_joining',
    status: 400,
    message: 'The first day cannot be before the day of joining',
    text: ({ joined }: { joined: string }) => `The first day cannot be before the day of joining, ${day(joined)}`,
  },
  beforeLastChange: {
    code: 'shift-change.before_last_change',
    status: 400,
    message: 'The first day cannot be before the last change of shift',
    text: ({ last }: { last: string }) => `The first day cannot be before the last change of shift, ${day(last)}`,
  },
  changed: {
    code: 'shift-change.changed',
    status: 409,
    message: 'The price has changed. Check the new amount and confirm again.',
  },
} satisfies Errors

const priceErrors = {
  ...shiftChangeErrors,
  notAStudent: feeErrors.notAStudent,
  seatMissing: userErrors.seatMissing,
  shiftMissing: shiftErrors.missing,
  shiftArchived: shiftErrors.archived,
  inTheFuture: lockErrors.inTheFuture,
  monthLocked: lockErrors.monthLocked,
  tooFarBack: lockErrors.tooFarBack,
}

const slot = Slot
const seatMessage = 'Please enter a seat number'
const dayMessage = 'Please enter a date'

export const shiftChangeApi = {
  price: endpoint({
    method: 'GET',
    path: '/user/fees/shift-change',
    access: 'staff',
    shows: ['customization', 'fees', 'users'],
    summary:
      'What it costs to move a student to another shift from a day, today if it is omitted: charged fees that rise or fall by the rule of the hall for part of a month. The seat stays if `seatNumber` is omitted.',
    query: z.object({
      studentId: Id,
      slot,
      seatNumber: z.optional(numberText(0, 999_999_999, seatMessage)),
      from: orNone(Day, dayMessage),
    }),
    reply: ShiftPrice,
    errors: priceErrors,
  }),
  change: endpoint({
    method: 'POST',
    path: '/user/fees/shift-change',
    access: 'superadmin',
    changes: ['fees', 'users'],
    summary:
      'Moves a student to another shift and seat, and changes the charged fees by `expected`, both or neither. The seat stays if `seatNumber` is omitted; null frees it.',
    body: z.object({
      studentId: Id,
      slot,
      seatNumber: z.optional(z.nullable(z.int(seatMessage))),
      from: Day,
      /** Why the day is more than a week back. */
      dateReason: orNone(MaybeReason),
      /** The `amount` that the clerk saw; rejected if it has changed since. */
      expected: z.number('Please check the amount').check(z.minimum(-limits.rupees), z.maximum(limits.rupees)),
      clientId: Id,
    }),
    reply: ShiftChange,
    status: 201,
    errors: {
      ...priceErrors,
      seatTaken: seatErrors.seatTaken,
      outOfOrder: seatErrors.outOfOrder,
      soldForDay: seatErrors.soldForDay,
      reasonForDate: lockErrors.reasonForDate,
      otherContent: feeErrors.otherContent,
      managersConcede: ruleErrors.managersConcede,
    },
  }),
}
