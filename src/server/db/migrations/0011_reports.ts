import { type Kysely, sql } from 'kysely'

/*
 * Frozen, as 0001: a change of the schema is another migration. Deposits are few among all charges, and reports leave them
 * out; what is owed is summed by when it was due.
 */

const indexes: string[] = [
  `create index charges_deposits on charges (period, amount, paid_amount) where kind = 'deposit'`,
  'create index charges_due on charges (due_on, user_id, amount, paid_amount) where settled_at is null',
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of indexes) await sql.raw(statement).execute(db)
}
