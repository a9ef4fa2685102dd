import { formatsFor } from '#contract/format.ts'
import type { PushMonth } from '#contract/pushMessage.ts'

const { day, monthName, month, number, plural, rupees } = formatsFor('en-IN')
const messages = (n: number): string => plural(n, { one: 'New message', other: `${number(n)} new messages` })

const monthsOf = (from: PushMonth, to: PushMonth): string => {
  const last = month(to.year, to.month)
  if (from.year === to.year && from.month === to.month) return last
  return `${from.year === to.year ? monthName(from.month) : month(from.year, from.month)} to ${last}`
}

/** The words of notifications, which the service worker shows while no page may be open. */
export const workerEn = {
  messages,
  inGroup: (sender: string, group: string) => `${sender} in ${group}`,
  more: (count: number, text: string) => `${messages(count)}: ${text}`,
  image: 'Photo',
  file: 'File',
  notices: (n: number) => plural(n, { one: 'Notice', other: `${number(n)} new notices` }),
  due: 'Fee due',
  dueText: (amount: number, on: string) => `${rupees(amount)} is due on ${day(on)}.`,
  receipt: 'Payment received',
  receiptText: (amount: number) => `You paid ${rupees(amount)}. Press to see the receipt.`,
  receiptFor: (amount: number, from: PushMonth, to: PushMonth) => `You paid ${rupees(amount)} for ${monthsOf(from, to)}.`,
  accountEnds: 'Your account ends soon',
  accountEndsText: (on: string) => `Your last day is ${day(on)}. Please renew at the office.`,
  /** For a kind that this version does not know yet. */
  other: 'New notification',
  otherText: 'Open Carrel to see it.',
}
