import { formatsFor } from '#contract/format.ts'

const { day, number, plural, rupees } = formatsFor('en-IN')

const fees = (n: number): string => plural(n, { one: '1 fee', other: `${number(n)} fees` })
const students = (n: number): string => plural(n, { one: '1 student', other: `${number(n)} students` })
const days = (from: string, to: string): string => (from === to ? day(from) : `${day(from)} to ${day(to)}`)

/** The texts of automatic monthly fees. */
export const chargingEn = {
  title: 'Monthly fees',
  off: 'Monthly fees are not charged automatically.',
  nextIfOn: (from: string, to: string, count: number, amount: number) =>
    `If you turn it on: ${days(from, to)}: ${fees(count)}, ${rupees(amount)}. Earlier months are not charged.`,
  nothingIfOn: 'If you turn it on, each month is charged when it begins. Earlier months are not charged.',
  turnOn: 'Charge automatically',
  turnOff: 'Turn off',
  turningOn: 'Turning on...',
  next: (from: string, to: string, count: number, amount: number) => `Next, on ${days(from, to)}: ${fees(count)}, ${rupees(amount)}.`,
  nothingNext: 'No fees are due to be charged in the next month.',
  charged: (on: string, count: number, amount: number) => `${day(on)}: charged ${fees(count)}, ${rupees(amount)}.`,
  undone: (on: string, withdrawn: number, by: string) => `${day(on)}: ${fees(withdrawn)} withdrawn by ${by}.`,
  undo: 'Undo',
  undoing: 'Undoing...',
  askUndo: {
    title: 'Withdraw these fees?',
    text: (count: number, amount: number) =>
      `${fees(count)} of ${rupees(amount)} will be withdrawn. Fees on which a payment was made stay. You can charge the months again with “Generate Missing Fees”.`,
    confirm: 'Withdraw fees',
  },
  withdrawn: (n: number) => `${fees(n)} withdrawn`,
  feeNotConfirmed: (n: number, amount: number) =>
    `${students(n)} not charged: please check that the hall’s fee of ${rupees(amount)} a month is right.`,
  confirmFee: (amount: number) => `${rupees(amount)} is right`,
  changeFee: 'Change the fee',
  feeConfirmed: 'Monthly fee saved',
  noJoiningDate: (n: number) => `${students(n)} with a seat, but without a joining date, not charged.`,
  showUncharged: 'Show students',
  failed: 'Failed to change automatic fees',
  undoFailed: 'Failed to withdraw the fees',
  uncharged: {
    title: 'Not charged',
    about: 'Students with a seat who have no fee for this month, or no joining date.',
    empty: 'Every student with a seat is charged',
    loadFailed: 'Failed to load students',
    seat: (n: number | string) => `Seat ${n}`,
    charge: (amount: number) => `Charge ${rupees(amount)}`,
    chargeFor: (name: string, amount: number) => `Charge ${rupees(amount)}: ${name}`,
    charging: 'Charging...',
    charged: 'Fee charged',
    joinedToday: 'Joined today',
    joinedTodayFor: (name: string) => `${name} joined today`,
    saving: 'Saving...',
    saved: 'Joining date saved',
    noJoiningDate: 'No joining date',
    /** `names` is empty until they are loaded. */
    askSuperadmin: (names: string) =>
      names === '' ? 'Only a superadmin can enter a joining date.' : `Only a superadmin can enter a joining date: ${names}.`,
    more: 'Show more students',
  },
}
