import { sql } from 'kysely'
import type { BoxEntriesTable } from '#server/db/tables/money.cashbox.ts'
import type { MoneyMonthsTable } from '#server/db/tables/money.dues.ts'
import type { Db } from '#server/db/tables.ts'

/** A range of days, both included, and the instant as of which entries are shown. */
type Days = { from: string; to: string; until: string | undefined }

/** `month` has the form `2026-11`. */
type Summed = { month: string; amount: number }

const monthOf = (column: 'bookedOn' | 'voidedOn' | 'day') => sql<string>`substr(${sql.ref(column)}, 1, 7)`

const summed = (
  db: Db,
  table: 'payments' | 'refunds' | 'boxEntries',
  column: 'bookedOn' | 'voidedOn',
  { from, to, until }: Days,
  kind?: BoxEntriesTable['kind'],
): Promise<Summed[]> =>
  db
    // All three tables have these columns.
    .selectFrom(table as 'boxEntries')
    .where(column, '>=', from)
    .where(column, '<=', to)
    .$if(until !== undefined, (query) => query.where(column === 'bookedOn' ? 'enteredAt' : 'voidedAt', '<=', until ?? ''))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as BoxEntriesTable['kind']))
    .select((eb) => [monthOf(column).as('month'), eb.fn.sum<number>('amount').as('amount')])
    .groupBy(monthOf(column))
    .execute()

export type Moved = Pick<MoneyMonthsTable, 'source'> & Summed

/** Returns the sums that triggers maintain. */
const kept = (db: Db, { from, to }: Days): Promise<Moved[]> =>
  db.selectFrom('moneyMonths').selectAll().where('month', '>=', from.slice(0, 7)).where('month', '<=', to.slice(0, 7)).execute()

/** Returns the same sums over what was entered and voided until an instant. */
const reckoned = async (db: Db, days: Days): Promise<Moved[]> => {
  const of = async (source: Moved['source'], found: Promise<Summed[]>) => (await found).map((sum) => ({ source, ...sum }))
  return [
    ...(await of('payment', summed(db, 'payments', 'bookedOn', days))),
    ...(await of('payment-void', summed(db, 'payments', 'voidedOn', days))),
    ...(await of('refund', summed(db, 'refunds', 'bookedOn', days))),
    ...(await of('refund-void', summed(db, 'refunds', 'voidedOn', days))),
    ...(await of('out', summed(db, 'boxEntries', 'bookedOn', days, 'out'))),
    ...(await of('out-void', summed(db, 'boxEntries', 'voidedOn', days, 'out'))),
    ...(await of('in', summed(db, 'boxEntries', 'bookedOn', days, 'in'))),
    ...(await of('in-void', summed(db, 'boxEntries', 'voidedOn', days, 'in'))),
  ]
}

/** Returns the money of whole months, by where it comes from. */
export const moved = (db: Db, days: Days): Promise<Moved[]> => (days.until === undefined ? kept : reckoned)(db, days)

/** Returns the amounts handed over, by the month of the closing. */
export const handedOver = (db: Db, { from, to, until }: Days): Promise<Summed[]> =>
  db
    .selectFrom('handOvers')
    .innerJoin('closings', 'closings.id', 'handOvers.closingId')
    .where('closings.day', '>=', from)
    .where('closings.day', '<=', to)
    .$if(until !== undefined, (query) => query.where('closings.closedAt', '<=', until ?? ''))
    .select((eb) => [monthOf('day').as('month'), eb.fn.sum<number>('handOvers.amount').as('amount')])
    .groupBy(monthOf('day'))
    .execute()
