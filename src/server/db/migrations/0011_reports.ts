import { type Kysely, sql } from 'kysely'

/*
 * Frozen, as 0001: a change of the schema is another migration. Deposits are few among all charges, and reports leave them
 * out; what is owed is summed by when it was due; and a year of payments is summed by day, method and clerk from the index
 * alone.
 */

const indexes: string[] = [
  `create index charges_deposits on charges (period, amount, paid_amount) where kind = 'deposit'`,
  'create index charges_due on charges (due_on, user_id, amount, paid_amount) where settled_at is null',
  'create index payments_taken on payments (booked_on, method, entered_by, entered_by_name, amount)',
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of indexes) await sql.raw(statement).execute(db)
}
