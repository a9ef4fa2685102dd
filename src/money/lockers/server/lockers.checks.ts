import { formatsFor } from '#contract/format.ts'
import { yearAndMonth } from '#contract/month.ts'
import type { Check } from '#server/feature/check.ts'
import * as rows from './lockers.checks.db.ts'

const { month: monthName } = formatsFor('en-IN')

const sentences = {
  fee: (student: string, period: number) => {
    const { year, month } = yearAndMonth(period)
    return `The locker of ${student} was charged for ${monthName(year, month)}, but this fee does not exist.`
  },
  holder: (number: string) => `The holder of locker ${number} is not the person in the list of those who had it.`,
}

/** Checks that every charged month of a locker has its fee, and that the holders of lockers are those in the history. */
export const lockerCheck: Check = {
  name: 'lockers',
  run: async ({ db }) => [
    ...(await rows.withoutFee(db)).map(({ userId, period }) => sentences.fee(userId, period)),
    ...(await rows.withOtherHolder(db)).map(({ number }) => sentences.holder(number)),
  ],
}
