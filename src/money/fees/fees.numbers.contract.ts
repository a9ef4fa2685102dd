import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Instant, orEmpty } from '#contract/fields.ts'
import { feeErrors } from './fees.errors.contract.ts'

const wrongVoucher = 'Please enter a voucher number such as R/2026-27/000012'
const ReceiptBook = z.object({
  last: z.nullable(z.string()),
  lastVoucher: z.nullable(z.string()),
  checkNeededSince: z.nullable(Instant),
})

/** The last receipt and voucher numbers on paper. */
export const numberCalls = {
  receiptBook: endpoint({
    method: 'GET',
    path: '/user/fees/receipt-book',
    access: 'superadmin',
    shows: ['fees'],
    summary: 'The last receipt and voucher numbers, and since when they must be checked against paper',
    reply: ReceiptBook,
  }),
  confirmReceiptBook: endpoint({
    method: 'PUT',
    path: '/user/fees/receipt-book',
    access: 'superadmin',
    changes: ['fees'],
    summary: 'Says which receipt and voucher on paper are the last; the next number is one more',
    body: z.object({
      /** Empty if no receipt on paper is newer than the last one stored here. */
      last: z.union(
        [z.literal(''), z.string().check(z.regex(/^\d{4}-\d\d\/\d{6}$/, feeErrors.wrongNumber.message))],
        feeErrors.wrongNumber.message,
      ),
      /** The same for refund vouchers. */
      lastVoucher: orEmpty(z.string(wrongVoucher).check(z.regex(/^(?:R\/\d{4}-\d\d\/\d{6})?$/, wrongVoucher))),
    }),
    reply: ReceiptBook,
    errors: {
      wrongNumber: feeErrors.wrongNumber,
      numberOfLaterYear: feeErrors.numberOfLaterYear,
      numberTooHigh: feeErrors.numberTooHigh,
      numberGiven: feeErrors.numberGiven,
    },
  }),
}
