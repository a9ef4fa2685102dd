import { formatsFor } from '#contract/format.ts'
import { lockLimits } from './locks.contract.ts'

const { day, instant } = formatsFor('en-IN')

/** The words of locked months, and of the dates that can be entered for money. */
export const locksEn = {
  title: 'Locked months',
  about: 'Payments, refunds and cash box entries cannot be dated in a locked month.',
  last: (month: string) => `${month} and all months before it are locked.`,
  by: (name: string, at: string) => `Locked by ${name} on ${instant(at)}`,
  byItself: (at: string) => `Locked automatically on ${instant(at)}`,
  automatically: 'Locked automatically',
  rule: `A month is locked automatically ${lockLimits.monthsAfterDays} days after it ends.`,
  notOver: (month: string) => `${month} can be locked when it is over.`,
  lock: (month: string) => `Lock ${month}`,
  locking: 'Locking…',
  ask: {
    title: (month: string) => `Lock ${month}?`,
    text: (month: string) =>
      `After this, no payment, refund or cash box entry can be dated in ${month} or earlier. A lock cannot be removed.`,
    note: 'Fees of that month can still be paid. Such a payment counts on the day you enter it.',
  },
  locked: (month: string) => `${month} is locked`,
  failed: 'Failed to lock the month',
  loadFailed: 'Failed to load the locked months',
  dates: {
    locked: (month: string, first: string) => `${month} is locked. Please enter ${day(first)} or a later date.`,
    tooFarBack: (first: string) =>
      `You can go back at most ${lockLimits.freeDaysBack} days. Please enter ${day(first)} or a later date, or ask an admin.`,
    reason: 'Why is this entered so late?',
    reasonHint: `Required for a date more than ${lockLimits.freeDaysBack} days back. The owner can see it.`,
    reasons: ['Forgot that day', 'Was written on paper', 'No power or network'],
    other: 'Other',
  },
}
