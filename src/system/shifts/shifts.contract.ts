import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { text } from '#contract/fields.ts'
import { formatsFor } from '#contract/format.ts'
import { SomeRupees } from '#contract/money.ts'
import { firstSlots, Slot } from '#contract/terms.ts'
import { shiftLimits } from './shifts.limits.ts'
import { Shift, ShiftColour } from './shifts.shapes.contract.ts'

const { day } = formatsFor('en-IN')

/** Two people who would have a seat at the same time. `label` is what the hall calls it, if that is not its number. */
export type Meeting = { seat: number; label?: string | undefined; names: readonly [string, string]; isKept: boolean }

type SoldSeat = { seat: number; label?: string | undefined; day: string; student: string; visitor: string }

const meeting = ({ seat, label, names: [one, other], isKept }: Meeting): string =>
  `Seat ${label ?? seat}: ${one} and ${other}${isKept ? ' (kept for an account that has ended)' : ''}.`

export const shiftErrors = {
  nameTaken: { code: 'shifts.name_taken', status: 409, message: 'Another shift has this name' },
  tooMany: {
    code: 'shifts.too_many',
    status: 409,
    message: `There can be at most ${shiftLimits.active} shifts, and ${shiftLimits.all} with the archived ones`,
  },
  inUse: { code: 'shifts.in_use', status: 409, message: 'Students have or had this shift. Please archive it instead' },
  first: { code: 'shifts.first', status: 409, message: 'Morning, Afternoon and Full-day cannot be deleted. Please archive them instead' },
  last: { code: 'shifts.last', status: 409, message: 'One shift must remain. Please add another one first' },
  missing: { code: 'shifts.missing', status: 400, message: 'Please choose a shift' },
  archived: { code: 'shifts.archived', status: 400, message: 'This shift is archived. Please choose another one' },
  meet: {
    code: 'shifts.meet',
    status: 409,
    message: 'Some students would have the same seat at the same time',
    text: ({ meetings, more }: { meetings: readonly Meeting[]; more: number }) =>
      `Nothing was changed: two students would have one seat at the same time. ${meetings.map(meeting).join(' ')}${more > 0 ? ` And ${more} more.` : ''}`,
  },
  sold: {
    code: 'shifts.sold',
    status: 409,
    message: 'A student would have a seat that is sold to a visitor',
    text: ({ seat, label, day: sold, student, visitor }: SoldSeat) =>
      `Nothing was changed: ${student} would have seat ${label ?? seat}, which is sold to ${visitor || 'a visitor'} for ${day(sold)}. Void the day pass first.`,
  },
} satisfies Errors

const { nameTaken, tooMany, inUse, first, last, meet, sold } = shiftErrors

const timeMessage = 'Please enter a time such as 06:00'
const TimeOfDay = z.string(timeMessage).check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, timeMessage))

const name = text({ max: shiftLimits.name, required: 'Please enter a name' })
const byKey = z.object({ key: Slot })
const monthlyFee = z.nullable(SomeRupees)
const Shifts = z.object({ shifts: z.array(Shift) })

export const isFirstShift = (key: Slot): boolean => firstSlots.some((slot) => slot === key)

export const shiftsApi = {
  list: endpoint({
    method: 'GET',
    path: '/customization/shifts',
    access: 'admin',
    shows: ['customization', 'users'],
    summary: 'The shifts of the hall, each with the number of students who have it',
    reply: z.object({ shifts: z.array(z.extend(Shift, { students: z.int() })) }),
  }),
  held: endpoint({
    method: 'GET',
    path: '/customization/shifts/held',
    access: 'staff',
    shows: ['customization', 'users'],
    summary: 'The keys of the archived shifts that people still have: filters offer these beside the active ones',
    reply: z.object({ archived: z.array(Slot) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/customization/shifts',
    access: 'admin',
    changes: ['customization', 'users'],
    summary: 'Adds a shift. Its key is made of its name, and stays',
    body: z.object({
      name,
      from: TimeOfDay,
      to: TimeOfDay,
      monthlyFee: z.optional(monthlyFee),
      colour: z.optional(ShiftColour),
    }),
    reply: Shifts,
    status: 201,
    errors: { nameTaken, tooMany },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/customization/shifts/:key',
    access: 'admin',
    changes: ['customization', 'users'],
    summary:
      'Changes a shift; omitted fields stay unchanged. New times change the seats of all its students at once, or nothing where two people would have one seat',
    params: byKey,
    body: z.object({
      name: z.optional(name),
      from: z.optional(TimeOfDay),
      to: z.optional(TimeOfDay),
      monthlyFee: z.optional(monthlyFee),
      colour: z.optional(ShiftColour),
      isArchived: z.optional(z.boolean('Please choose yes or no')),
    }),
    reply: Shifts,
    errors: { nameTaken, tooMany, last, meet, sold },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/customization/shifts/:key',
    access: 'admin',
    changes: ['customization', 'users'],
    summary: 'Deletes a shift that nobody ever had; one that is or was in use can be archived',
    params: byKey,
    errors: { inUse, first },
  }),
}
