import { formatsFor } from '#contract/format.ts'
import { toRupees } from '#contract/money.ts'
import type { NumberSeriesTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import type { Check } from '#server/feature/check.ts'
import * as rows from './fees.checks.db.ts'
import { type NumberRange, unexplained } from './fees.gaps.ts'
import { toNumber } from './fees.numbers.service.ts'

const { rupees } = formatsFor('en-IN')
const money = (paise: number): string => rupees(toRupees(paise))

type Series = NumberSeriesTable['series']
const series: readonly Series[] = ['receipt', 'refund']
const papers: Record<Series, { one: string; more: string }> = {
  receipt: { one: 'Receipt', more: 'Receipts' },
  refund: { one: 'Voucher', more: 'Vouchers' },
}

const sentences = {
  paid: (id: string, is: number, reckoned: number) => `Fee ${id} says that ${money(is)} is paid, but its payments say ${money(reckoned)}.`,
  adjusted: (id: string, is: number, reckoned: number) =>
    `Fee ${id} costs ${money(is)}, but what was charged and changed makes ${money(reckoned)}.`,
  spread: (number: string, is: number, reckoned: number) =>
    `Receipt ${number} is of ${money(is)}, but the fees and the credit that it paid make ${money(reckoned)}.`,
  refunded: (number: string, is: number, reckoned: number) =>
    `Voucher ${number} is of ${money(is)}, but what it gave back makes ${money(reckoned)}.`,
  number: (series: Series, number: string) => `${papers[series].one} ${number} has a number that was not given yet.`,
  missing: (series: Series, { year, first, last }: NumberRange) => {
    const [from, to] = [toNumber(series, year, first), toNumber(series, year, last)]
    const { one, more } = papers[series]
    const which = first === last ? `${one} ${from} is` : `${more} ${from} to ${to} are`
    return `${which} missing, and no correction of the last number explains that.`
  },
  sums: 'The sums of fees that are kept ready are not those of the fees.',
  dues: 'The sums of dues that are kept ready are not those of the fees.',
  names: 'Names on receipts are missing in the list that a search reads.',
}

/** Maximum number of gaps reported per series. */
const MOST = 20

/** Reports numbers that were never assigned, and numbers whose receipt or voucher no longer exists. */
const numberFindings = async (db: Db): Promise<string[]> => {
  const messages: string[] = []
  for (const one of series) {
    const missing = unexplained(await rows.gaps(db, one), await rows.corrections(db, one)).slice(0, MOST)
    messages.push(...(await rows.unknownNumbers(db, one)).map(({ number }) => sentences.number(one, number)))
    messages.push(...missing.map((gap) => sentences.missing(one, gap)))
  }
  return messages
}

/** Checks that every paisa is where the ledger says, that every stored sum is correct, and that every receipt can be found by its name. */
export const moneyCheck: Check = {
  name: 'money',
  run: async ({ db }) => [
    ...(await rows.wronglyPaid(db)).map(({ id, paid, reckoned }) => sentences.paid(id, paid, reckoned)),
    ...(await rows.wronglyAdjusted(db)).map(({ id, amount, reckoned }) => sentences.adjusted(id, amount, reckoned)),
    ...(await rows.wronglySpread(db)).map(({ number, amount, reckoned }) => sentences.spread(number, amount, reckoned)),
    ...(await rows.wronglyRefunded(db)).map(({ number, amount, reckoned }) => sentences.refunded(number, amount, reckoned)),
    ...(await numberFindings(db)),
    ...((await rows.sumsAreRight(db)) ? [] : [sentences.sums]),
    ...((await rows.duesAreRight(db)) ? [] : [sentences.dues]),
    ...((await rows.namesAreComplete(db)) ? [] : [sentences.names]),
  ],
}
