import { feature } from '#server/http/feature.ts'

export const feesFeature = feature(
  {},
  {},
  {
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
      feeTotals: 'fees',
      feeAccounts: 'fees',
      closings: 'fees',
      reminders: 'fees',
    },
  },
)
