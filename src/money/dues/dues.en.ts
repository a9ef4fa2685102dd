import { formatsFor } from '#contract/format.ts'
import { duesLimits, reminderChannelNames, reminderStates } from './dues.contract.ts'
import type { DueChoice } from './dues.policy.ts'

const { number, plural } = formatsFor('en-IN')

/** The words of the dues worklist. */
export const duesEn = {
  aboutDeleted: 'Owed by deleted students. They cannot be reminded.',
  filters: {
    search: 'Search by name, phone, email or seat',
    age: 'Due for',
    anyAge: 'Any time',
    slot: 'Shift',
    anySlot: 'All shifts',
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
  seat: (n: number | string) => `Seat ${n}`,
  noSeat: 'No seat',
  summary: (owed: string, students: number) =>
    plural(students, { one: `1 student owes ${owed}`, other: `${number(students)} students owe ${owed}` }),
  summaryDeleted: (owed: string, students: number) =>
    plural(students, { one: `1 deleted student owes ${owed}`, other: `${number(students)} deleted students owe ${owed}` }),
  showDeleted: 'Show them',
  showOthers: 'Back to current students',
  list: 'Dues',
  columns: { student: 'Student', months: 'Last 12 months', owed: 'Owed', since: 'Since', reminder: 'Last reminder', actions: 'Actions' },
  ofAge: (owed: string, age: string) => `${owed} of it: ${age}`,
  days: (n: number) => plural(n, { one: '1 day', other: `${number(n)} days` }),
  dueToday: 'Due today',
  notYetDue: 'Not yet due',
  never: 'Never',
  reminder: (state: string, by: string) => `${state}, by ${by}`,
  states: reminderStates,
  notSent: 'Not sent',
  notSentTo: (name: string) => `Not sent: ${name}`,
  takenBack: (name: string) => `The reminder of ${name} was taken back`,
  takeBackFailed: 'Failed to take the reminder back',
  popupBlocked: 'The browser blocked the WhatsApp window. Allow pop-ups for this site and try again.',
  deletedStudent: 'Deleted user',
  noPhone: 'No phone number',
  channels: reminderChannelNames,
  /** Heard with the name, so that buttons of many rows can be told apart. */
  of: (action: string, name: string) => `${action}: ${name}`,
  choosing: {
    one: (name: string) => `Choose ${name}`,
    several: `Choose the next ${duesLimits.remindersAtOnce}`,
    severalHint: 'Students with a phone number whom nobody has reminded in the last 7 days.',
    nobody: 'Everyone in this list with a phone number was reminded in the last 7 days.',
    full: `You can choose up to ${duesLimits.remindersAtOnce} students at a time.`,
    bar: 'Chosen students',
    count: (n: number) => plural(n, { one: '1 student chosen', other: `${number(n)} students chosen` }),
    clear: 'Clear the choice',
    start: 'Remind by WhatsApp',
  },
  run: {
    title: 'Remind by WhatsApp',
    hint: 'Each message opens in the same WhatsApp window. Send it there, then come back and press Next.',
    next: (name: string, n: number, all: number) => `Next: ${name} (${number(n)} of ${number(all)})`,
    finish: 'Done',
    list: 'Chosen students',
    waiting: 'Waiting',
    opening: 'Opening…',
    opened: 'Opened',
    notSent: 'Not sent',
    open: (name: string) => `Open again: ${name}`,
    openAgain: 'Open again',
    noPhone: 'Skipped: no ten-digit phone number',
    done: (opened: number) => plural(opened, { one: '1 message was opened.', other: `${number(opened)} messages were opened.` }),
    skipped: (n: number) =>
      plural(n, {
        one: '1 student has no ten-digit phone number and is skipped.',
        other: `${number(n)} students have no ten-digit phone number and are skipped.`,
      }),
  },
  more: 'More actions',
  pay: 'Take payment',
  slip: 'Dues slip',
  reminded: (state: string, name: string) => `${state}: ${name}`,
  remindFailed: 'Failed to note the reminder',
  loadFailed: 'Failed to load the dues',
  empty: { title: 'Nobody owes anything', hint: 'Students with unpaid fees appear here.' },
  noMatch: { title: 'No dues found', hint: 'Try other filters.' },
}
