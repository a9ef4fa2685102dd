import { formatsFor } from '#contract/format.ts'
import { termsEn } from '#contract/terms.en.ts'

const { day, month, rupees } = formatsFor('en-IN')

/** The words of a student who leaves. */
export const leavingEn = {
  action: 'Student leaves',
  title: (name: string) => `${name} leaves`,
  lastDay: 'Last day',
  share: (year: number, nth: number) => `Give back of ${month(year, nth)}`,
  shares: {
    none: 'Nothing',
    days: (amount: number) => `Unused days: ${rupees(amount)}`,
    half: (amount: number) => (amount > 0 ? `Half a month: ${rupees(amount)}` : 'Half a month: only up to the 15th'),
  },
  loadFailed: 'Failed to load the account of this student',
  lines: {
    label: 'Settlement',
    fee: (kind: string, year: number, nth: number) => `${kind}, ${month(year, nth)}`,
    kinds: termsEn.feeKinds,
    withdrawn: (amount: number) => `${rupees(amount)} no longer due`,
    credit: 'Paid in advance',
    due: (fee: string) => `Due: ${fee}`,
    nothing: 'No fees to give back, and no dues.',
  },
  net: {
    toPay: 'To pay to the student',
    toReceive: 'To receive from the student',
    even: 'Nothing to pay',
  },
  seat: {
    now: (seat: number | string) => `Seat ${seat} becomes free now.`,
    later: (seat: number | string, date: string) => `Seat ${seat} becomes free after ${day(date)}.`,
  },
  locker: {
    now: (locker: string, key: string | null) => `Locker ${locker} becomes free now.${key === null ? '' : ` Ask for key ${key}.`}`,
    later: (locker: string, date: string) => `Take back locker ${locker} on ${day(date)}.`,
  },
  ends: (date: string) => `The account ends on ${day(date)}. Nothing is deleted.`,
  method: 'Method',
  methods: {
    ...termsEn.methods,
    laterToPay: 'Not now: keep it as credit',
    laterToReceive: 'Not now: leave with dues',
  },
  skipped: 'No reference will be saved. The owner can see this in To check.',
  tooMuch: (inBox: string) => `Only ${inBox} should be in the cash box. Check the amount before you pay it.`,
  referenceReason: 'Reason for using it again',
  submit: {
    pay: (amount: number) => `Pay ${rupees(amount)} and leave`,
    receive: (amount: number) => `Receive ${rupees(amount)} and leave`,
    only: 'Confirm leaving',
  },
  submitting: 'Saving…',
  failed: 'Failed to save the last day',
  unsure: 'The server did not reply. Press the button again: this is saved only once.',
  done: (name: string, date: string) => `${name} leaves on ${day(date)}.`,
  refund: (number: string, amount: number) => `Refund voucher ${number}: ${rupees(amount)}`,
  payment: (number: string, amount: number) => `Receipt ${number}: ${rupees(amount)}`,
  keptCredit: (amount: number) => `${rupees(amount)} stays as credit. Refund it from Fee Management.`,
  keptDues: (amount: number) => `${rupees(amount)} is still owed.`,
  print: 'Print statement',
  statementFailed: 'Failed to load the statement',
  openVoucher: 'Open voucher',
  openReceipt: 'Open receipt',
  close: 'Close',
}
