/** Reminders of dues: who was reminded of what, and by whom. */
export type RemindersTable = {
  id: string
  userId: string
  channel: 'whatsapp' | 'sms' | 'other'
  owed: number
  createdBy: string
  createdByName: string
  createdAt: string
}

/** Sums over charges by month and by whether they are settled. Maintained by triggers. Primary key (period, settled). */
export type FeeTotalsTable = { period: number; settled: 0 | 1; charges: number; amount: number; paidAmount: number }

/** Sums over the charges of each person. Maintained by triggers. */
export type FeeAccountsTable = {
  userId: string
  charges: number
  openCharges: number
  amount: number
  paidAmount: number
  /** The oldest due date of open charges; null if there are none. */
  since: string | null
  /** 1 if the person is deleted. */
  isDeleted: 0 | 1
}

/** What a person owes for one due date, and in how many charges. Maintained by triggers. Primary key (userId, dueOn). */
export type FeeDueDaysTable = {
  userId: string
  dueOn: string
  /** 1 if the person is deleted. */
  isDeleted: 0 | 1
  /** The person's next due date with open charges; `never` after the last one. */
  until: string
  charges: number
  owed: number
}

/** How many people owe how much, by the columns of `FeeDueDaysTable`. Maintained by triggers. Primary key (isDeleted, dueOn, until). */
export type FeeDuesTable = Omit<FeeDueDaysTable, 'userId'> & { students: number }

/**
 * Sums over payments, refunds and entries of the cash box by the month in which they were booked, and over their voids (`-void`) by
 * the month of these. Maintained by triggers. Primary key (month, source).
 */
export type MoneyMonthsTable = {
  month: string
  source: 'payment' | 'payment-void' | 'refund' | 'refund-void' | 'out' | 'out-void' | 'in' | 'in-void'
  amount: number
}

export type DuesTables = {
  reminders: RemindersTable
  feeTotals: FeeTotalsTable
  feeAccounts: FeeAccountsTable
  feeDueDays: FeeDueDaysTable
  feeDues: FeeDuesTable
  moneyMonths: MoneyMonthsTable
}
