import { sql } from 'kysely'
import type { BoxEntriesTable } from '#server/db/tables/money.cashbox.ts'
import type { Db } from '#server/db/tables.ts'

/** A range of days, both included, and the instant as of which entries are shown. */
type Days = { from: string; to: string; until: string | undefined }

/** `month` has the form `2026-11`. */
export type Summed = { month: string; amount: number }

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

export const entered = (db: Db, table: 'payments' | 'refunds', days: Days) => summed(db, table, 'bookedOn', days)
export const voided = (db: Db, table: 'payments' | 'refunds', days: Days) => summed(db, table, 'voidedOn', days)
export const boxed = (db: Db, kind: BoxEntriesTable['kind'], days: Days) => summed(db, 'boxEntries', 'bookedOn', days, kind)
export const boxedBack = (db: Db, kind: BoxEntriesTable['kind'], days: Days) => summed(db, 'boxEntries', 'voidedOn', days, kind)

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
