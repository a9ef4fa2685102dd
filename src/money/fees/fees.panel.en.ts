import { formatsFor } from '#contract/format.ts'
import { termsEn } from '#contract/terms.en.ts'
import type { FeeKind } from '#contract/terms.ts'

const { day, number, plural, rupees, shortMonth } = formatsFor('en-IN')

/** The words of what a student owes, in their panel. */
export const feesPanelEn = {
  label: 'Balance',
  owes: (amount: number) => `Owes ${rupees(amount)}`,
  /** Heard before the fees that it consists of. */
  of: 'Unpaid fees',
  /** `Oct`, and its year where that is another one; what is no monthly fee is named. */
  fee: (kind: FeeKind, year: number, month: number, thisYear: number) => {
    const when = year === thisYear ? shortMonth(month) : `${shortMonth(month)} ${year}`
    return kind === 'monthly' ? when : `${termsEn.feeKinds[kind]} ${when}`
  },
  amount: (amount: number) => rupees(amount),
  more: (n: number) => plural(n, { one: '1 more fee', other: `${number(n)} more fees` }),
  credit: (amount: number) => `${rupees(amount)} paid in advance`,
  nothing: 'No unpaid fees',
  timeline: {
    label: 'Timeline',
    paid: (amount: string) => `Paid ${amount}`,
    voided: (amount: string) => `Payment of ${amount}, voided`,
    refunded: (amount: string) => `Refunded ${amount}`,
    due: (amount: string, fee: string) => `${amount} due for ${fee}`,
    joined: 'Joined',
  },
  lastReceipt: 'Last receipt',
  receipt: (amount: number, receivedOn: string) => `${rupees(amount)} on ${day(receivedOn)}`,
  loadFailed: 'Failed to load what this student owes',
}
