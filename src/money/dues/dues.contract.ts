import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Day, Id, Instant, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { paging } from '#contract/paging.ts'
import { SheetFormat } from '#contract/sheet.ts'
import { Slot } from '#contract/terms.ts'
import { MonthMark, StudentCard } from '#money/fees/fees.shapes.contract.ts'
import { dueAges, dueChoices } from './dues.policy.ts'

export const duesLimits = {
  /** Students who are chosen to be reminded one after the other. */
  remindersAtOnce: 10,
} as const

const reminderChannels = ['whatsapp', 'sms', 'other'] as const
export const ReminderChannel = z.enum(reminderChannels, 'Please choose how the student was reminded')
export type ReminderChannel = z.infer<typeof ReminderChannel>

/** Channel names, as screens and tables show them. */
export const reminderChannelNames = {
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  other: 'Told in person',
} as const satisfies Record<ReminderChannel, string>

/** State of a reminder. It records that a message was opened, not that it was sent. */
export const reminderStates = {
  whatsapp: 'WhatsApp opened',
  sms: 'SMS opened',
  other: 'Told in person',
} as const satisfies Record<ReminderChannel, string>

export const Reminder = z.object({
  _id: Id,
  at: Instant,
  /** The name at the time of the reminder. */
  by: z.string(),
  channel: ReminderChannel,
  /** The amount owed at the time of the reminder. */
  owed: z.number(),
})
export type Reminder = z.infer<typeof Reminder>

/** What one student owes. Amounts are in rupees. */
export const Due = z.object({
  /** The id of the student. */
  _id: Id,
  /** Null after the student was deleted. */
  student: z.nullable(z.object({ ...StudentCard.shape, phone: z.nullable(z.string()) })),
  owed: z.number(),
  /** The part of the requested age, or everything if no age was requested. */
  owedOfAge: z.number(),
  /** The oldest due date of the unpaid fees. */
  since: Day,
  /** Twelve months, the oldest first, as in the account of the student. */
  months: z.array(MonthMark),
  lastReminder: z.nullable(Reminder),
})
export type Due = z.infer<typeof Due>

const Age = z.enum(dueAges, 'Please choose how long it has been due')

const AgeGroup = z.object({
  age: Age,
  /** What all students who are not deleted owe. */
  owed: z.number(),
  fees: z.int(),
  students: z.int(),
})

const Gone = z.object({ owed: z.number(), students: z.int() })

export const duesErrors = {
  deleted: { code: 'dues.deleted', status: 409, message: 'This student was deleted and cannot be reminded.' },
  nothingOwed: { code: 'dues.nothing_owed', status: 409, message: 'This student owes nothing any more.' },
  noPhone: { code: 'dues.no_phone', status: 409, message: 'This student has no phone number that a message can be sent to.' },
} satisfies Errors

const filter = {
  /** Matches names, email addresses and phone numbers of students; a number also matches the seat. */
  search: z.optional(text({ max: limits.search })),
  slot: z.optional(Slot),
  /** Students who owe something of this age; `overdue` is everything due before today. */
  age: z.optional(z.enum(dueChoices, 'Please choose how long it has been due')),
  /** Only students without a reminder in the last seven days. */
  notReminded: z.optional(z.enum(['true', 'false'], 'Please choose yes or no')),
  /** Deleted students instead of current ones. */
  deleted: z.optional(z.enum(['true', 'false'], 'Please choose yes or no')),
}

export const duesApi = {
  list: endpoint({
    method: 'GET',
    path: '/user/fees/dues',
    access: 'staff',
    shows: ['customization', 'fees', 'users'],
    summary: 'Unpaid fees, longest overdue first',
    query: z.object({ ...paging, ...filter }),
    rate: 'search',
    reply: z.object({
      items: z.array(Due),
      nextCursor: z.nullable(z.string()),
      total: z.int(),
      /** The total of the requested age over all students that match the filters. */
      owed: z.number(),
      /** What deleted students owe; no other list shows it. */
      deleted: Gone,
      /** The values that a reminder is filled in with. */
      reminder: z.object({ template: z.string(), hall: z.string(), upiId: z.string() }),
    }),
  }),
  ageing: endpoint({
    method: 'GET',
    path: '/user/fees/ageing',
    access: 'staff',
    shows: ['fees', 'users'],
    summary: 'What is owed, by how long it has been due; `asOf` answers what was owed at the end of that day',
    query: z.object({ asOf: z.optional(Day) }),
    reply: z.object({
      groups: z.array(AgeGroup),
      deleted: Gone,
      /** The total, as in the summary of fees. */
      owed: z.number(),
    }),
  }),
  exportDues: endpoint({
    method: 'GET',
    path: '/user/fees/dues/export',
    access: 'staff',
    shows: ['fees', 'users'],
    summary: 'The same list as a table',
    query: z.object({ ...filter, format: SheetFormat }),
    stream: true,
    rate: 'search',
  }),
  remind: endpoint({
    method: 'POST',
    path: '/user/fees/dues/:id/reminders',
    access: 'staff',
    changes: ['fees'],
    summary: 'Notes that a student was reminded of what is owed',
    params: byId,
    body: z.object({ channel: ReminderChannel }),
    reply: Reminder,
    status: 201,
    errors: duesErrors,
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/user/fees/reminders/:id',
    access: 'staff',
    changes: ['fees'],
    summary: 'Takes back a reminder whose message was opened but not sent',
    params: byId,
  }),
}
