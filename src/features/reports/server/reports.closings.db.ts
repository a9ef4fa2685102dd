import type { ClosingsTable, Db } from '#server/db/tables.ts'
import { record } from '#server/journal/journal.ts'
import { closingKind } from './reports.journal.ts'

export type Cash = { cashIn: number; cashRefunds: number; cashVoids: number }

const none: Cash = { cashIn: 0, cashRefunds: 0, cashVoids: 0 }

const summed = async (db: Db, table: 'payments' | 'refunds', column: 'bookedOn' | 'voidedOn', days: readonly string[]) => {
  const found = await db
    // Refunds have the same columns as payments, as far as they are read here.
    .selectFrom(table as 'payments')
    .where(column, 'in', days)
    .where('method', '=', 'cash')
    .select((eb) => [eb.ref(column).$notNull().as('day'), eb.fn.sum<number>('amount').as('amount')])
    .groupBy(column)
    .execute()
  return new Map(found.map(({ day, amount }) => [day, amount]))
}

/** The cash that moved on each of these days. */
export const cashOf = async (db: Db, days: readonly string[]): Promise<(day: string) => Cash> => {
  if (days.length === 0) return () => none
  const cashIn = await summed(db, 'payments', 'bookedOn', days)
  const back = await summed(db, 'payments', 'voidedOn', days)
  const refunds = await summed(db, 'refunds', 'bookedOn', days)
  const refundsBack = await summed(db, 'refunds', 'voidedOn', days)
  return (day) => ({
    cashIn: cashIn.get(day) ?? 0,
    cashRefunds: refunds.get(day) ?? 0,
    cashVoids: (back.get(day) ?? 0) - (refundsBack.get(day) ?? 0),
  })
}

/** What the closings of each of these days have counted already, and how many they are. */
export const closedOf = async (db: Db, days: readonly string[]): Promise<(day: string) => Cash & { closings: number }> => {
  if (days.length === 0) return () => ({ ...none, closings: 0 })
  const found = await db
    .selectFrom('closings')
    .where('day', 'in', days)
    .select((eb) => [
      'day',
      eb.fn.sum<number>('cashIn').as('cashIn'),
      eb.fn.sum<number>('cashRefunds').as('cashRefunds'),
      eb.fn.sum<number>('cashVoids').as('cashVoids'),
      eb.fn.max<number>('nth').as('closings'),
    ])
    .groupBy('day')
    .execute()
  const byDay = new Map(found.map((row) => [row.day, row]))
  return (day) => byDay.get(day) ?? { ...none, closings: 0 }
}

/** The closing that was made last of all up to the end of a day. */
export const last = (db: Db, day: string) =>
  db.selectFrom('closings').selectAll().where('day', '<=', day).orderBy('day', 'desc').orderBy('nth', 'desc').limit(1).executeTakeFirst()

export type Place = { day: string; nth: number }

/** The newest days first, behind `after`. */
export const page = (db: Db, limit: number, after: Place | undefined) =>
  db
    .selectFrom('closings')
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('day', '<', after?.day ?? ''), eb.and([eb('day', '=', after?.day ?? ''), eb('nth', '<', after?.nth ?? 0)])]),
      ),
    )
    .orderBy('day', 'desc')
    .orderBy('nth', 'desc')
    .limit(limit)
    .execute()

export const insert = async (tx: Db, closing: ClosingsTable): Promise<void> => {
  await tx.insertInto('closings').values(closing).execute()
  record(tx, closingKind, closing)
}
