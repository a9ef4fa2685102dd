import { formatsFor } from '#contract/format.ts'
import { termsEn } from '#contract/terms.en.ts'
import { lockLimits } from '#money/locks/locks.contract.ts'
import { type CheckKind, type CheckSubject, owingDays } from './oversight.contract.ts'

const { number, plural, instant, day } = formatsFor('en-IN')

/** The words of To check. */
export const oversightEn = {
  about: 'What to look at: who lowered, voided, skipped or refunded something, and where cash is missing.',
  month: 'Month',
  loadFailed: 'Failed to load the figures',
  entriesFailed: 'Failed to load the entries',
  nothing: { title: 'Nothing to check', hint: 'Nothing of this kind happened in this month.' },
  kinds: {
    label: 'What to look at',
    concessions: {
      name: 'Concessions',
      about:
        'Lowered or waived fees, different monthly fees, months paid before Carrel, day passes at a price that was lowered for a while, and students who came back after months that are not charged. Those without a reason come first.',
    },
    voids: { name: 'Voids', about: 'Voided payments and other money in. Those whose receipt was printed before come first.' },
    dates: {
      name: 'Dated back',
      about: `Money dated more than ${number(lockLimits.freeDaysBack)} days back, and cash entered after its day was closed, or later than the next day. That cash comes first: it is missing from the count of its day.`,
    },
    references: {
      name: 'References',
      about:
        'UPI and bank entries whose reference was skipped, or was used before, and payments by another method without one. Compare them with the bank.',
    },
    refunds: {
      name: 'Refunds',
      about:
        'Money given back, and deposits and advances that paid the dues of students who leave. Check that these have left. Refunds to deleted students come first.',
    },
    differences: { name: 'Cash differences', about: 'Closings that counted more or less cash than expected. Missing cash comes first.' },
    unclosed: {
      name: 'Not closed in time',
      about:
        'Cash that no closing had counted by the end of the next day, by the person who took it. Days that are still not closed come first.',
    },
    outages: {
      name: 'Seats out of order',
      about: 'Seats that were marked as out of order this month, the newest first. Check that nobody paid cash for them on these days.',
    },
    uncharged: { name: 'Not charged', about: 'Students with a seat who have no monthly fee or no joining date now.' },
    owing: {
      name: 'Seated and owing',
      about: `Students with a seat who have owed a fee for more than ${number(owingDays)} days, longest overdue first. Ask them whether they paid: cash that was never entered shows only here.`,
    },
    left: { name: 'Deleted students', about: 'Credit and deposits of deleted students that the hall still holds.' },
  } satisfies Record<CheckKind, { name: string; about: string }> & { label: string },
  flagged: {
    concessions: (n: number) => `${number(n)} without a reason`,
    voids: (n: number) => `${number(n)} after printing`,
    dates: (n: number) => `${number(n)} late in cash`,
    references: () => '',
    refunds: (n: number) => plural(n, { one: '1 to a deleted student', other: `${number(n)} to deleted students` }),
    differences: (n: number) => `${number(n)} with missing cash`,
    unclosed: (n: number) => `${number(n)} still not closed`,
    outages: () => '',
    uncharged: () => '',
    owing: () => '',
    left: () => '',
  } satisfies Record<CheckKind, (n: number) => string>,
  subjects: {
    'monthly-fee': 'Other monthly fee',
    'day-pass': 'Day pass below the price',
    'day-pass-price': 'Day pass at a price that was lowered and restored',
    gap: 'Came back after a gap',
    'paid-up-to': 'Paid up to',
    concession: 'Concession',
    waiver: 'Waiver',
    'write-off': 'Write-off',
    correction: 'Correction',
    payment: 'Payment',
    refund: 'Refund',
    settled: 'Paid dues of a student who leaves',
    'paid-out': 'Paid out',
    'other-in': 'Other money in',
    'hand-over': 'Hand-over',
    closing: 'Closing',
    day: 'Day',
    'no-fee': 'No monthly fee',
    'no-joining-date': 'No joining date',
    dues: 'Unpaid fees',
    credit: 'Credit',
    deposit: 'Deposit',
    outage: 'Seat out of order',
  } satisfies Record<CheckSubject, string>,
  columns: { what: 'What', student: 'Student', amount: 'Amount', reason: 'Reason', by: 'By' },
  deleted: 'Deleted',
  seat: (n: number | string) => `Seat ${n}`,
  receipt: (receipt: string) => `Receipt ${receipt}`,
  voucher: (voucher: string) => `Voucher ${voucher}`,
  times: (n: number, amount: string) => `${number(n)} times ${amount}`,
  reasonCodes: termsEn.reasons,
  handedTo: (name: string) => `To ${name}`,
  dated: (date: string) => `Dated ${day(date)}`,
  printed: (at: string) => `Printed ${instant(at)}`,
  at: (when: string) => instant(when),
  fee: (before: string, after: string) => `${before} → ${after} a month`,
  price: (before: string, after: string) => `${before} → ${after}`,
  closingOf: (date: string) => `Closing of ${day(date)}`,
  dayOf: (date: string) => day(date),
  counted: (expected: string, counted: string) => `${expected} expected, ${counted} counted`,
  closed: (by: string, at: string) => `Closed by ${by} on ${instant(at)}`,
  notClosed: 'Still not closed',
  gap: (date: string, months: number) =>
    `Last day ${day(date)}, ${plural(months, { one: '1 month', other: `${number(months)} months` })} not charged`,
  dueSince: (date: string) => `Due since ${day(date)}`,
  outage: (from: string, to: string | null) => (to === null ? `From ${day(from)}` : `${day(from)} to ${day(to)}`),
  working: (by: string, at: string) => `Working again: ${by}, ${instant(at)}`,
  missing: (amount: string) => `${amount} missing`,
  extra: (amount: string) => `${amount} too much`,
  paidUpTo: (month: string) => `Up to ${month}`,
  successor: (receipt: string, amount: string) => `Entered again as ${receipt}: ${amount}`,
  pass: (shift: string, date: string) => `Day pass for ${shift} on ${day(date)}`,
  soldBy: (name: string, at: string) => `Sold by ${name} on ${instant(at)}`,
  hadBegun: 'Voided after the shift began',
  less: (amount: string) => `${amount} less`,
  more: (amount: string) => `${amount} more`,
  unlisted: (n: number) =>
    plural(n, {
      one: `1 other entry is dated back by ${number(lockLimits.freeDaysBack)} days or less, and is not listed.`,
      other: `${number(n)} other entries are dated back by ${number(lockLimits.freeDaysBack)} days or less, and are not listed.`,
    }),
  others: (n: number) => plural(n, { one: '1 other', other: `${number(n)} others` }),
  clerks: { title: 'By clerk', label: 'Figures by clerk', clerk: 'Clerk', total: 'All' },
  figure: (n: number) => number(n),
  banner: (n: number) => plural(n, { one: '1 thing to check this month.', other: `${number(n)} things to check this month.` }),
  open: 'To check',
}
