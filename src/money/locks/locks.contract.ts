import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { Instant } from '#contract/fields.ts'
import { list, wholeNumber } from '#contract/paging.ts'

export const lockLimits = {
  /** How many days everyone who takes payments may date back. */
  freeDaysBack: 7,
  /** Days after its end on which a month is locked automatically. */
  monthsAfterDays: 45,
  yearMin: 2_000,
  yearMax: 2_100,
} as const

/** A month in which nothing can be booked any more. */
export const MonthLock = z.object({
  year: z.int(),
  /** 1 to 12. */
  month: z.int(),
  lockedAt: Instant,
  /** Null if Carrel locked it automatically. */
  lockedBy: z.nullable(z.string()),
})
export type MonthLock = z.infer<typeof MonthLock>

export const lockErrors = {
  alreadyVoid: { code: 'fees.already_void', status: 409, message: 'This was already voided.' },
  monthLocked: { code: 'fees.month_locked', status: 400, message: 'This month is locked. Please enter a later date.' },
  inTheFuture: { code: 'fees.in_the_future', status: 400, message: 'Please enter a day that is not in the future' },
  tooFarBack: {
    code: 'fees.too_far_back',
    status: 403,
    message: `Only an admin can enter a date more than ${lockLimits.freeDaysBack} days back.`,
  },
  reasonForDate: {
    code: 'fees.reason_for_date',
    status: 400,
    message: `Please enter a reason for a date more than ${lockLimits.freeDaysBack} days back`,
  },
  notOver: { code: 'fees.month_not_over', status: 400, message: 'Only a month that is over can be locked' },
} satisfies Errors

export const locksApi = {
  list: endpoint({
    method: 'GET',
    path: '/user/fees/locks',
    access: 'staff',
    shows: ['fees'],
    summary: 'The months that are locked, the newest first',
    reply: list(MonthLock),
  }),
  lockMonth: endpoint({
    method: 'POST',
    path: '/user/fees/locks',
    access: 'admin',
    changes: ['fees'],
    summary: 'Locks a month and all months before it: no date in them can be entered any more. A lock is never taken off.',
    body: z.object({
      month: wholeNumber(1, 12, 'Please choose a month'),
      year: wholeNumber(lockLimits.yearMin, lockLimits.yearMax),
    }),
    reply: list(MonthLock),
    status: 201,
    errors: { notOver: lockErrors.notOver },
  }),
}
