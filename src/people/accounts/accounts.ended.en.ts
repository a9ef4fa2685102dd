import { formatsFor } from '#contract/format.ts'

const { day, rupees } = formatsFor('en-IN')

/** The words for a person whose account has ended. */
export const endedEn = {
  label: 'Your account',
  ended: (date: string) => `Your account ended on ${day(date)}.`,
  owed: (amount: number) => `You owe ${rupees(amount)}.`,
  nothingOwed: 'You owe nothing.',
  renew: 'To renew, pay at the counter or contact the hall.',
  pay: 'Pay by UPI',
  back: 'Back to sign-in',
}
