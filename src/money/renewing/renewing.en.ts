import { formatsFor } from '#contract/format.ts'

const { day, month, number, rupees } = formatsFor('en-IN')

type Months = readonly { month: number; year: number }[]

/** The only month, or how many there are. */
const monthsText = (months: Months): string => {
  const [first, ...others] = months
  return first && others.length === 0 ? month(first.year, first.month) : `${number(months.length)} months`
}

/** The words of renewing a membership with its payment. */
export const renewingEn = {
  title: (name: string) => `Renew ${name}`,
  ended: (date: string) => `Expired on ${day(date)}`,
  ends: (date: string) => `Until ${day(date)}`,
  noEnd: 'No end date',
  until: (date: string) => `Until ${day(date)}`,
  months: (months: Months, amount: number) => `${monthsText(months)} ${rupees(amount)}`,
  owed: (amount: number) => `old dues ${rupees(amount)}`,
  credit: (amount: number) => `${rupees(amount)} paid in advance`,
  total: (amount: number) => rupees(amount),
  nothing: 'Nothing to pay',
  costFailed: 'Failed to load what the renewal costs',
  submit: 'Renew and print',
  submitOnSeat: (seat: number | string) => `Renew on seat ${seat} and print`,
  submitWithoutSeat: 'Renew without a seat and print',
  submitFree: 'Renew',
  submitting: 'Saving…',
  later: 'Renew without payment',
  failed: 'The account was not renewed',
  unsure: 'The server did not reply. Send it again: the renewal and the payment are saved only once, even if they were already received.',
  renewed: (name: string, date: string) => `${name} is renewed until ${day(date)}.`,
  past: 'Please choose today or a later day',
  close: 'Close',
}
