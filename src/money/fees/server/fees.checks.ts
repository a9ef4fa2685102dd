import { formatsFor } from '#contract/format.ts'
import { toRupees } from '#contract/money.ts'
import type { Check } from '#server/http/feature.ts'
import * as rows from './fees.checks.db.ts'

const { rupees } = formatsFor('en-IN')
const money = (paise: number): string => rupees(toRupees(paise))

const sentences = {
  paid: (id: string, is: number, reckoned: number) => `Fee ${id} says that ${money(is)} is paid, but its payments say ${money(reckoned)}.`,
  adjusted: (id: string, is: number, reckoned: number) =>
    `Fee ${id} costs ${money(is)}, but what was charged and changed makes ${money(reckoned)}.`,
  spread: (number: string, is: number, reckoned: number) =>
    `Receipt ${number} is of ${money(is)}, but the fees and the credit that it paid make ${money(reckoned)}.`,
  refunded: (number: string, is: number, reckoned: number) =>
    `Voucher ${number} is of ${money(is)}, but what it gave back makes ${money(reckoned)}.`,
  number: (number: string) => `Receipt ${number} has a number that was not given yet.`,
  sums: 'The sums of fees that are kept ready are not those of the fees.',
  dues: 'The sums of dues that are kept ready are not those of the fees.',
}

/** Whether every paisa is where the ledger says, and every sum is what it sums up. */
export const moneyCheck: Check = {
  name: 'money',
  run: async ({ db }) => [
    ...(await rows.wronglyPaid(db)).map(({ id, paid, reckoned }) => sentences.paid(id, paid, reckoned)),
    ...(await rows.wronglyAdjusted(db)).map(({ id, amount, reckoned }) => sentences.adjusted(id, amount, reckoned)),
    ...(await rows.wronglySpread(db)).map(({ number, amount, reckoned }) => sentences.spread(number, amount, reckoned)),
    ...(await rows.wronglyRefunded(db)).map(({ number, amount, reckoned }) => sentences.refunded(number, amount, reckoned)),
    ...(await rows.unknownNumbers(db)).map(({ number }) => sentences.number(number)),
    ...((await rows.sumsAreRight(db)) ? [] : [sentences.sums]),
    ...((await rows.duesAreRight(db)) ? [] : [sentences.dues]),
  ],
}
