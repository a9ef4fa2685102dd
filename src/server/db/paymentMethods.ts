import { paymentMethods } from '#contract/terms.ts'
import type { Db } from './tables.ts'

/**
 * Adds the payment methods of this program to the table that payments and refunds refer to, and returns whether some were missing.
 * If there is one that the program does not know, of a newer version, it is returned and nothing is added.
 */
export const addPaymentMethods = async (db: Db): Promise<{ unknown: string | undefined; hasAdded: boolean }> => {
  const there = (await db.selectFrom('paymentMethods').select('name').execute()).map(({ name }) => name)
  const known: readonly string[] = paymentMethods
  const unknown = there.find((name) => !known.includes(name))
  const missing = known.filter((name) => !there.includes(name)).map((name) => ({ name }))
  const hasAdded = unknown === undefined && missing.length > 0
  if (hasAdded)
    await db
      .insertInto('paymentMethods')
      .values(missing)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return { unknown, hasAdded }
}
