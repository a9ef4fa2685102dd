import type { Check } from '#server/feature/check.ts'
import * as rows from './cashbox.checks.db.ts'

const months = 'The money of the months that is kept ready is not that of the payments, refunds and entries of the cash box.'

const names: Record<string, string> = {
  payment: 'payment',
  'payment-void': 'void of payment',
  refund: 'refund',
  'refund-void': 'void of refund',
  out: 'money paid out',
  'out-void': 'void of money paid out',
  in: 'other money in',
  'in-void': 'void of other money in',
}
const nameOf = ({ kind, ref }: rows.Wrong): string => `${names[kind] ?? kind} ${ref}`

const sentences = {
  missing: (name: string) => `The cash of the ${name} is not in the cash box with its amount.`,
  strange: (name: string) => `The cash box has cash of the ${name}, which is no such entry.`,
  closing: (day: string, nth: number) => `Closing ${nth} of ${day} does not have the sums of the cash that moved before it.`,
}

/** Checks that every cash entry is in the box exactly once, and that every closing covers exactly the movements since the previous one. */
export const cashCheck: Check = {
  name: 'cash',
  run: async ({ db }) => [
    ...((await rows.monthsAreRight(db)) ? [] : [months]),
    ...(await rows.missingMoves(db)).map((one) => sentences.missing(nameOf(one))),
    ...(await rows.strangeMoves(db)).map((one) => sentences.strange(nameOf(one))),
    ...(await rows.wrongClosings(db)).map(({ day, nth }) => sentences.closing(day, nth)),
  ],
}
