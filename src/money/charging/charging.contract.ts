import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Day, Id, Instant } from '#contract/fields.ts'
import { list, paging } from '#contract/paging.ts'
import { StudentCard } from '#money/fees/fees.shapes.contract.ts'

/** What the job charged on one day of the hall. Amounts are rupees. */
export const ChargingRun = z.object({
  _id: Id,
  day: Day,
  at: Instant,
  fees: z.int(),
  amount: z.number(),
  /** When its fees were withdrawn, by whom and how many; the others had been paid or changed. */
  undone: z.nullable(z.object({ at: Instant, by: z.string(), withdrawn: z.int() })),
})
export type ChargingRun = z.infer<typeof ChargingRun>

/** The months that begin next. Amounts are rupees. */
const Preview = z.object({
  /** The first and the last day on which one of them begins. */
  from: Day,
  to: Day,
  fees: z.int(),
  amount: z.number(),
})

/** Students who are not charged, by the reason. */
const Skipped = z.object({
  /** They would pay the hall's fee, which nobody has confirmed. */
  feeNotConfirmed: z.int(),
  /** They have a seat and no joining date. */
  noJoiningDate: z.int(),
})

export const ChargingState = z.object({
  isOn: z.boolean(),
  /** The day on which it was switched on: months that began earlier are not charged by it. */
  since: z.nullable(Day),
  /** Null if no month begins within a month from now. */
  next: z.nullable(Preview),
  /** The newest run that charged something. */
  lastRun: z.nullable(ChargingRun),
  skipped: Skipped,
})
export type ChargingState = z.infer<typeof ChargingState>

/** A student with a seat who is not charged for the current month, and why. */
export const UnchargedStudent = z.object({
  _id: Id,
  student: StudentCard,
  reason: z.enum(['no-joining-date', 'fee-not-confirmed', 'not-charged']),
  /** What the current month costs, in rupees. */
  amount: z.number(),
})
export type UnchargedStudent = z.infer<typeof UnchargedStudent>

export const chargingErrors = {
  alreadyUndone: { code: 'charging.already_undone', status: 409, message: 'These fees were already withdrawn.' },
} satisfies Errors

export const chargingApi = {
  state: endpoint({
    method: 'GET',
    path: '/user/fees/charging',
    access: 'staff',
    shows: ['customization', 'fees', 'users'],
    summary: 'Whether monthly fees are charged automatically, what comes next, and what the last run charged and skipped',
    reply: ChargingState,
  }),
  setOn: endpoint({
    method: 'PUT',
    path: '/user/fees/charging',
    access: 'admin',
    changes: ['fees'],
    summary: 'Switches automatic monthly fees on or off. Switched on, it charges only months that begin from that day on.',
    body: z.object({ isOn: z.boolean('Please choose yes or no') }),
    reply: ChargingState,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/user/fees/charging/:id/undo',
    access: 'admin',
    changes: ['fees'],
    summary:
      'Withdraws the fees of one run on which no payment was made and that nobody changed. The job does not charge these months again; they can be charged with "Generate".',
    params: byId,
    reply: ChargingRun,
    errors: chargingErrors,
  }),
  uncharged: endpoint({
    method: 'GET',
    path: '/user/fees/charging/uncharged',
    access: 'staff',
    shows: ['customization', 'fees', 'users'],
    summary: 'Students with a seat who have no fee for the current month, or no joining date, by seat',
    query: z.object(paging),
    reply: list(UnchargedStudent),
  }),
}
