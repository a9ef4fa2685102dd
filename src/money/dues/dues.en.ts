import { formatsFor } from '#contract/format.ts'
import { reminderChannelNames } from './dues.contract.ts'
import type { DueChoice } from './dues.policy.ts'

const { number, plural } = formatsFor('en-IN')

/** The words of the dues worklist. */
export const duesEn = {
  about: 'Unpaid fees, longest overdue first.',
  aboutDeleted: 'Owed by deleted students. They cannot be reminded.',
  filters: {
    search: 'Search by name, phone, email or seat',
    age: 'Due for',
    anyAge: 'Any time',
    slot: 'Slot',
    anySlot: 'All slots',
    notReminded: 'Not reminded in the last 7 days',
    clear: 'Clear filters',
  },
  ages: {
    overdue: 'Overdue',
    'not-due': 'Not yet due',
    '0-30': '0–30 days',
    '31-60': '31–60 days',
    '61-90': '61–90 days',
    'over-90': 'Over 90 days',
  } satisfies Record<DueChoice, string>,
  slots: { morning: 'Morning', afternoon: 'Afternoon', 'full-day': 'Full-day' },
  seat: (n: number) => `Seat ${n}`,
  noSeat: 'No seat',
  summary: (owed: string, students: number) =>
    plural(students, { one: `1 student owes ${owed}`, other: `${number(students)} students owe ${owed}` }),
  summaryDeleted: (owed: string, students: number) =>
    plural(students, { one: `1 deleted student owes ${owed}`, other: `${number(students)} deleted students owe ${owed}` }),
  showDeleted: 'Show them',
  showOthers: 'Back to the students who are here',
  list: 'Dues',
  columns: { student: 'Student', owed: 'Owed', since: 'Since', reminder: 'Last reminder', actions: 'Actions' },
  ofAge: (owed: string, age: string) => `${owed} of it: ${age}`,
  days: (n: number) => plural(n, { one: '1 day', other: `${number(n)} days` }),
  dueToday: 'Due today',
  notYetDue: 'Not yet due',
  never: 'Never',
  reminder: (channel: string, by: string) => `${channel}, by ${by}`,
  deletedStudent: 'Deleted user',
  noPhone: 'No phone number',
  channels: reminderChannelNames,
  /** Heard with the name, so that buttons of many rows can be told apart. */
  of: (action: string, name: string) => `${action}: ${name}`,
  more: 'More actions',
  pay: 'Take payment',
  slip: 'Dues slip',
  reminded: (name: string) => `Reminder noted for ${name}`,
  remindFailed: 'Failed to note the reminder',
  loadFailed: 'Failed to load the dues',
  empty: { title: 'Nobody owes anything', hint: 'Students appear here as soon as a fee of theirs is unpaid.' },
  noMatch: { title: 'No dues found', hint: 'Try other filters.' },
}
