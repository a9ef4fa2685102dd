import { paymentMethods } from '#contract/terms.ts'
import type { Db } from './tables.ts'

/**
 * Adds the payment methods of this program to the table that payments and refunds refer to. Returns one that the program does not know,
 * of a newer version, and adds nothing then.
 */
export const addPaymentMethods = async (db: Db): Promise<string | undefined> => {
  const there = (await db.selectFrom('paymentMethods').select('name').execute()).map(({ name }) => name)
  const known: readonly string[] = paymentMethods
  const unknown = there.find((name) => !known.includes(name))
  const missing = known.filter((name) => !there.includes(name)).map((name) => ({ name }))
  if (unknown === undefined && missing.length > 0)
    await db
      .insertInto('paymentMethods')
      .values(missing)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return unknown
}
