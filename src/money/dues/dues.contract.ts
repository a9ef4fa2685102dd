import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Errors } from '#contract/errors.ts'
import { byId, Day, Id, Instant, text } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { paging } from '#contract/paging.ts'
import { SheetFormat } from '#contract/sheet.ts'
import { StudentCard } from '#money/fees/fees.contract.ts'
import { Slot } from '#people/users/users.contract.ts'
import { dueAges, dueChoices } from './dues.policy.ts'

export const reminderChannels = ['whatsapp', 'sms', 'other'] as const
export const ReminderChannel = z.enum(reminderChannels, 'Please choose how the student was reminded')
export type ReminderChannel = z.infer<typeof ReminderChannel>

/** As screens and tables say it. */
export const reminderChannelNames = {
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  other: 'Told in person',
} as const satisfies Record<ReminderChannel, string>

export const Reminder = z.object({
  _id: Id,
  at: Instant,
  /** As the name was then. */
  by: z.string(),
  channel: ReminderChannel,
  /** What was owed then. */
  owed: z.number(),
})
export type Reminder = z.infer<typeof Reminder>

/** What one student owes. Amounts are rupees. */
export const Due = z.object({
  /** The student's. */
  _id: Id,
  /** Null once the student is deleted. */
  student: z.nullable(z.object({ ...StudentCard.shape, phone: z.nullable(z.string()) })),
  owed: z.number(),
  /** The part that has the requested age, or everything if no age was requested. */
  owedOfAge: z.number(),
  /** The oldest due date of what is owed. */
  since: Day,
  lastReminder: z.nullable(Reminder),
})
export type Due = z.infer<typeof Due>

const Age = z.enum(dueAges, 'Please choose how long it has been due')

export const AgeGroup = z.object({
  age: Age,
  /** What the students who are here owe. */
  owed: z.number(),
  fees: z.int(),
  students: z.int(),
})
export type AgeGroup = z.infer<typeof AgeGroup>

const Gone = z.object({ owed: z.number(), students: z.int() })

export const duesErrors = {
  deleted: { code: 'dues.deleted', status: 409, message: 'This student was deleted and cannot be reminded.' },
  nothingOwed: { code: 'dues.nothing_owed', status: 409, message: 'This student owes nothing any more.' },
  noPhone: { code: 'dues.no_phone', status: 409, message: 'This student has no phone number that a message can be sent to.' },
} satisfies Errors

const filter = {
  /** In names, email addresses and phone numbers of students; a number also finds the seat. */
  search: z.optional(text({ max: limits.search })),
  slot: z.optional(Slot),
  /** Students who owe something of this age; `overdue` is whatever was due before today. */
  age: z.optional(z.enum(dueChoices, 'Please choose how long it has been due')),
  /** Only those whom nobody has reminded in the last seven days. */
  notReminded: z.optional(z.enum(['true', 'false'], 'Please choose yes or no')),
  /** Those who are deleted instead of those who are here. */
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
      /** What all whom the filters show owe, of the age that was asked for. */
      owed: z.number(),
      /** What students owe who are deleted; they are on no other list. */
      deleted: Gone,
      /** What a reminder is made of. */
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
      /** All of it, as the summary of the fees has it. */
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
}
