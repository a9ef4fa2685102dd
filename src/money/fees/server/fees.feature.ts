import { feature } from '#server/feature/feature.ts'
import { feesApi } from '../fees.contract.ts'
import { create, generate, generateAll, update } from './fees.charges.service.ts'
import { moneyCheck } from './fees.checks.ts'
import { noteConcession } from './fees.concessions.service.ts'
import { exportFees } from './fees.export.service.ts'
import { feeKindsOfJournal } from './fees.journal.ts'
import { confirmReceiptBook, receiptBook } from './fees.numbers.service.ts'
import { openAccount } from './fees.openings.service.ts'
import { applyCredit, pay, payFee, payments, voidPayment } from './fees.payments.service.ts'
import { refund, voidRefund } from './fees.refunds.service.ts'
import { account, accounts, list, ofStudent, summary } from './fees.service.ts'

export const feesFeature = feature(
  feesApi,
  {
    list,
    summary,
    exportFees,
    accounts,
    account,
    ofStudent,
    create,
    update,
    generate,
    generateAll,
    payments,
    payFee,
    applyCredit,
    pay,
    voidPayment,
    refund,
    voidRefund,
    receiptBook,
    confirmReceiptBook,
  },
  {
    checks: [moneyCheck],
    journal: feeKindsOfJournal,
    onPersonCreated: openAccount,
    onConcession: noteConcession,
    tables: {
      charges: 'fees',
      adjustments: 'fees',
      payments: 'fees',
      allocations: 'fees',
      refunds: 'fees',
      refundLines: 'fees',
      openings: 'fees',
      numberSeries: 'fees',
      receiptBook: 'fees',
      concessions: 'fees',
      numberCorrections: 'fees',
      // Written when a paper is opened, which changes nothing that anybody has on a screen.
      receiptPrints: null,
      feeTotals: 'fees',
      feeAccounts: 'fees',
      feeDueDays: 'fees',
      feeDues: 'fees',
    },
  },
)
