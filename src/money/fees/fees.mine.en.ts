import { formatsFor } from '#contract/format.ts'

const { day, month, rupees } = formatsFor('en-IN')

/** The words of a student's own fees. */
export const feesMineEn = {
  title: 'Fee Information',
  owe: (amount: string, since: string) => `You owe ${amount}, due since ${day(since)}.`,
  nothingOwed: 'You owe nothing.',
  /** Instead of it, while the office has not charged every month. */
  notComplete: 'Some of your months are not charged yet. Please ask the office.',
  owes: (amount: number) => `You owe ${rupees(amount)}`,
  uncharged: (months: readonly { month: number; year: number; amount: number }[]) =>
    `${months.map((one) => `${month(one.year, one.month)} (${rupees(one.amount)})`).join(', ')} will be added to your fees soon.`,
  credit: (amount: string) => `You have paid ${amount} in advance. It goes toward your next fees.`,
  history: 'Fee History',
  columns: { month: 'Month/Year', amount: 'Amount', status: 'Status', paidDate: 'Paid Date', receipt: 'Receipt' },
  noReceipt: '-',
  voided: 'VOID',
  empty: 'No fee records found',
  emptyHint: 'Your fees will appear here once they are charged.',
  loadFailed: 'Failed to load fee data',
}
