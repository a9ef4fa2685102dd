import type { FeeAccount, Payment } from '#money/fees/fees.shapes.contract.ts'
import { twelveMonths } from '#money/fees/web/testing/months.ts'
import type { Receipt } from '../../receipts.contract.ts'

export const asha = {
  _id: 'student-1',
  name: 'Asha Devi',
  email: 'asha@example.org',
  seatNumber: 4,
  slot: 'morning',
  profilePictureUrl: null,
} as const

export const payment: Payment = {
  _id: 'payment-1',
  studentId: asha._id,
  studentName: asha.name,
  receiptNumber: '2026-27/000001',
  amount: 1_000,
  credit: 0,
  method: 'cash',
  reference: '',
  receivedOn: '2026-11-22',
  enteredAt: '2026-11-22T05:30:00.000Z',
  enteredBy: 'Mohan Rao',
  voided: null,
  lines: [],
}

export const receipt: Receipt = {
  _id: payment._id,
  kind: 'receipt',
  code: '128-7F3K-Q2MX-9D0A',
  number: payment.receiptNumber,
  studentId: asha._id,
  studentName: asha.name,
  seatNumber: 4,
  slot: 'morning',
  amount: 1_200.5,
  method: 'upi',
  reference: 'UTR 42',
  reason: '',
  day: '2026-11-22',
  enteredAt: payment.enteredAt,
  enteredBy: 'Mohan Rao',
  voided: null,
  lines: [{ kind: 'monthly', month: 11, year: 2026, amount: 1_000 }],
  credit: 200.5,
  months: twelveMonths,
}

export const account: FeeAccount = {
  student: asha,
  monthlyFee: 1_000,
  owed: 1_500,
  owedSince: '2026-10-15',
  credit: 0,
  deposits: 0,
  uncharged: [],
  months: twelveMonths,
  isComplete: true,
  open: [
    {
      _id: 'fee-1',
      student: asha,
      kind: 'monthly',
      month: 10,
      year: 2026,
      amount: 1_000,
      paidAmount: 500,
      paid: false,
      paidDate: null,
      dueOn: '2026-10-15',
      notes: '',
    },
    {
      _id: 'fee-2',
      student: asha,
      kind: 'monthly',
      month: 11,
      year: 2026,
      amount: 1_000,
      paidAmount: 0,
      paid: false,
      paidDate: null,
      dueOn: '2026-11-15',
      notes: '',
    },
  ],
  payments: [],
  refunds: [],
}
