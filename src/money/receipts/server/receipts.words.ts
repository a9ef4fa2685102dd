import type { DayTimes } from '#contract/dayParts.ts'
import { facts, formatsFor } from '#contract/format.ts'
import { readablePhone } from '#contract/phone.ts'
import { readableReason } from '#contract/reason.ts'
import { rupeesInWords } from '#contract/rupeesInWords.ts'
import { termsEn } from '#contract/terms.en.ts'
import type { FeeKind, PaymentMethod } from '#contract/terms.ts'
import type { MonthMark } from '#money/fees/fees.shapes.contract.ts'
import type { StatementEntry } from '../receipts.contract.ts'

/*
 * Texts of the papers that the server renders. Papers are handed over and filed, so they have one language, independent of the
 * language of the screens.
 */

const { day, instantIn, rupees, shortMonth } = formatsFor('en-IN')
const shortMonthOf = ({ month, year }: Pick<MonthMark, 'month' | 'year'>): string => `${shortMonth(month)} ${year}`
const months = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })

type Fee = { kind: FeeKind; month: number; year: number }
const fee = ({ kind, month, year }: Fee): string => `${termsEn.feeKinds[kind]}, ${months.format(Date.UTC(year, month - 1, 1))}`

const entries: Record<StatementEntry['kind'], (entry: Pick<StatementEntry, 'number'> & { fee: string }) => string> = {
  charge: ({ fee }) => fee,
  concession: ({ fee }) => `Concession: ${fee}`,
  waiver: ({ fee }) => `Waiver: ${fee}`,
  'write-off': ({ fee }) => `Written off: ${fee}`,
  correction: ({ fee }) => `Correction: ${fee}`,
  returned: ({ fee }) => `Returned: ${fee}`,
  payment: ({ number }) => `Payment, receipt ${number}`,
  paymentVoid: ({ number }) => `Receipt ${number} voided`,
  refund: ({ number }) => `Refund, voucher ${number}`,
  refundVoid: ({ number }) => `Voucher ${number} voided`,
}

export const words = {
  day,
  rupees,
  inWords: rupeesInWords,
  instantIn,
  fee,
  seat: (seat: number | string | null, slotName: string | null): string =>
    facts(...(seat === null ? [] : [`Seat ${seat}`]), ...(slotName === null ? [] : [slotName])) || 'No seat',
  method: (method: PaymentMethod): string => termsEn.methods[method],
  reason: (reason: string): string => readableReason(reason, termsEn.reasons),
  pageOf: 'Page {page} of {pages}',
  void: 'VOID',
  voidSince: (when: string, by: string, reason: string): string => `Voided on ${when} by ${by}. Reason: ${reason || 'none given'}.`,
  phone: (phone: string): string => `Phone ${readablePhone(phone)}`,
  receipt: {
    heading: { receipt: 'Receipt', voucher: 'Refund Voucher' },
    title: { receipt: (number: string) => `Receipt ${number}`, voucher: (number: string) => `Refund voucher ${number}` },
    number: { receipt: 'Receipt number', voucher: 'Voucher number' },
    day: { receipt: 'Received on', voucher: 'Paid out on' },
    student: { receipt: 'Received from', voucher: 'Paid to' },
    entered: 'Entered',
    seat: 'Seat',
    method: 'Paid by',
    reference: (method: PaymentMethod) => (method === 'upi' ? 'UPI reference' : 'Reference'),
    validUntil: 'Valid until',
    pass: 'Day pass',
    passValid: (date: string, shift: string, times: DayTimes) => `${day(date)}, ${shift}, ${termsEn.dayPart(times)}`,
    balance: (owed: number) => (owed > 0 ? `Balance: ${rupees(owed)} is owed.` : 'Balance: nothing is owed.'),
    months: (marks: readonly MonthMark[]) => [marks[0], marks.at(-1)].flatMap((mark) => (mark ? shortMonthOf(mark) : [])).join(' to '),
    reason: 'Reason',
    what: 'For',
    amount: 'Amount',
    credit: { receipt: 'Paid in advance', voucher: 'From advance balance' },
    total: 'Total',
    signed: { receipt: 'Received by', voucher: 'Paid out by' },
    code: (code: string) => `Verification code ${code}`,
  },
  statement: {
    heading: 'Statement of Account',
    title: (name: string) => `Statement of ${name}`,
    student: 'Student',
    seat: 'Seat',
    period: 'Period',
    from: (from: string, to: string) => `${day(from)} to ${day(to)}`,
    made: 'Made on',
    asOf: (asOf: string) => `As of ${day(asOf)}. Entries made later are not counted.`,
    date: 'Date',
    what: 'Particulars',
    charged: 'Charged',
    paid: 'Paid',
    balance: 'Balance',
    opening: 'Opening balance',
    closing: 'Closing balance',
    entry: (entry: StatementEntry): string => entries[entry.kind]({ number: entry.number, fee: entry.fee ? fee(entry.fee) : '' }),
    owes: (amount: string): string => `${amount} is owed.`,
    ahead: (amount: string): string => `${amount} is paid in advance.`,
    even: 'Nothing is owed.',
  },
}
