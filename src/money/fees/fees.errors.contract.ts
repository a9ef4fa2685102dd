import type { Errors } from '#contract/errors.ts'
import { formatsFor } from '#contract/format.ts'
import { lockErrors } from '#money/locks/locks.contract.ts'

const { day, rupees } = formatsFor('en-IN')

export const feeErrors = {
  alreadyPaid: { code: 'fees.already_paid', status: 409, message: 'This fee is already paid.' },
  notPaid: { code: 'fees.not_paid', status: 409, message: 'No payment has been made for this fee.' },
  belowPaid: {
    code: 'fees.below_paid',
    status: 409,
    message: 'The amount cannot be less than what is already paid.',
    text: ({ paid }: { paid: number }) => `The amount cannot be less than what is already paid (${rupees(paid)}).`,
  },
  notAStudent: { code: 'fees.not_a_student', status: 400, message: 'Please choose a student' },
  noJoinDate: { code: 'fees.no_join_date', status: 400, message: 'This student has no library join date.' },
  monthExists: { code: 'fees.month_exists', status: 409, message: 'There is already a fee for this month.' },
  dueTooLate: {
    code: 'fees.due_too_late',
    status: 400,
    message: 'Please choose an earlier due date',
    text: ({ last }: { last: string }) => `This fee can be due on ${day(last)} at the latest`,
  },
  referenceNeeded: {
    code: 'fees.reference_needed',
    status: 400,
    message: 'Please enter at least the last six characters of the reference number',
  },
  referenceUsed: {
    code: 'fees.reference_used',
    status: 409,
    message: 'This reference number was used before.',
    text: ({ student, ...by }: { student: string } & ({ receipt: string } | { voucher: string })) => {
      const paper = 'receipt' in by ? `Receipt ${by.receipt}` : `Voucher ${by.voucher}`
      return `${paper} of ${student} has this reference already. Enter a reason to use it again.`
    },
  },
  beforePayment: {
    code: 'fees.before_payment',
    status: 400,
    message: 'A refund cannot be dated before the payment that is refunded.',
  },
  otherContent: {
    code: 'fees.other_content',
    status: 409,
    message: 'This was sent before with other content. Check whether it was entered, and start again if it was not.',
  },
  foreignFee: { code: 'fees.foreign_fee', status: 400, message: 'This fee does not belong to this student' },
  ofVisitor: { code: 'fees.of_visitor', status: 409, message: 'This receipt is of a day pass. Void it and sell the day pass again.' },
  alreadyVoid: lockErrors.alreadyVoid,
  refunded: { code: 'fees.refunded', status: 409, message: 'Part of this payment was refunded. Void the refund first.' },
  notSoMuch: {
    code: 'fees.not_so_much',
    status: 409,
    message: 'This is more than can be refunded.',
    text: ({ available }: { available: number }) => `Only ${rupees(available)} can be given back.`,
  },
  noCredit: { code: 'fees.no_credit', status: 409, message: 'This student has no credit.' },
  checkNeeded: {
    code: 'fees.check_needed',
    status: 409,
    message: 'A backup was restored. A superadmin must enter the last receipt number on paper before the next receipt is given.',
  },
  numbersUsedUp: {
    code: 'fees.numbers_used_up',
    status: 409,
    message: 'All numbers of this financial year are used. A superadmin must correct the last receipt number on the System page.',
  },
  tooMuch: { code: 'fees.too_much', status: 409, message: 'With this, the fee would be more than ₹1,00,00,000.' },
  wrongNumber: { code: 'fees.wrong_number', status: 400, message: 'Please enter a receipt number such as 2026-27/000123' },
  numberOfLaterYear: {
    code: 'fees.number_of_later_year',
    status: 400,
    message: 'Please enter a number of this financial year or an earlier one',
    text: ({ year }: { year: string }) => `Please enter a number of the financial year ${year} or an earlier one`,
  },
  numberTooHigh: {
    code: 'fees.number_too_high',
    status: 400,
    message: 'Please enter a number below 999999: the next one has to have six digits too',
  },
  numberGiven: {
    code: 'fees.number_given',
    status: 400,
    message: 'A higher number has been given already. The last number cannot be lower.',
    text: ({ number }: { number: string }) => `${number} has been given already. The last number cannot be lower.`,
  },
} satisfies Errors
