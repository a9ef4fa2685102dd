import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Returns those of these people who owe a fee that falls due in this range, both ends included, with the sum and the first day. */
export const fallingDue = (db: Db, due: { from: string; to: string }, userIds: readonly string[]) =>
  db
    .selectFrom('charges')
    .select((eb) => [
      'userId',
      eb.fn.sum<number>(sql<number>`charges.amount - charges.paid_amount`).as('owed'),
      eb.fn.min('dueOn').as('day'),
    ])
    .where('settledAt', 'is', null)
    .where('dueOn', '>=', due.from)
    .where('dueOn', '<=', due.to)
    .where('userId', 'in', userIds)
    .groupBy('userId')
    .execute()
