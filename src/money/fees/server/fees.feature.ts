import { endedAccountAsked } from '#people/accounts/server/accounts.hooks.ts'
import { conceded, personCreated } from '#people/users/server/users.hooks.ts'
import { feature } from '#server/feature/feature.ts'
import { feesApi } from '../fees.contract.ts'
import { account, accounts, tellEnded } from './fees.accounts.service.ts'
import { create, generate, generateAll, missing, update } from './fees.charges.service.ts'
import { moneyCheck } from './fees.checks.ts'
import { noteConcession } from './fees.concessions.service.ts'
import { correctPayment } from './fees.correct.service.ts'
import { exportFees } from './fees.export.service.ts'
import { feeKindsOfJournal } from './fees.journal.ts'
import { confirmReceiptBook, receiptBook } from './fees.numbers.service.ts'
import { openAccount } from './fees.openings.service.ts'
import { applyCredit, pay, payFee, payments, voidPayment } from './fees.payments.service.ts'
import { refund, voidRefund } from './fees.refunds.service.ts'
import { list, ofStudent, summary } from './fees.service.ts'

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
    missing,
    generate,
    generateAll,
    payments,
    payFee,
    applyCredit,
    pay,
    voidPayment,
    correctPayment,
    refund,
    voidRefund,
    receiptBook,
    confirmReceiptBook,
  },
  {
    checks: [moneyCheck],
    journal: feeKindsOfJournal,
    hooks: [personCreated.by(openAccount), conceded.by(noteConcession), endedAccountAsked.by(tellEnded)],
    tables: {
      charges: 'fees',
      withdrawnCharges: 'fees',
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
      // Written when a receipt is opened, which changes nothing on any screen.
      receiptPrints: null,
      feeTotals: 'fees',
      feeAccounts: 'fees',
      feeDueDays: 'fees',
      feeDues: 'fees',
      moneyMonths: 'fees',
      issuedNames: 'fees',
    },
  },
)
