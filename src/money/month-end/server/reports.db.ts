import { sql } from 'kysely'
import type { Db, PaymentMethod } from '#server/db/tables.ts'

/** Sums over the fees of these months, both included, deposits among them. */
export const months = (db: Db, from: number, to: number) =>
  db
    .selectFrom('feeTotals')
    .where('period', '>=', from)
    .where('period', '<=', to)
    .select((eb) => ['period', eb.fn.sum<number>('amount').as('amount'), eb.fn.sum<number>('paidAmount').as('paid')])
    .groupBy('period')
    .execute()

/** Sums over the deposits of every month. */
export const deposits = (db: Db) =>
  db
    .selectFrom('charges')
    // Written out, because only then a prepared statement is sure to use the index of deposits alone.
    .where('kind', '=', sql.lit('deposit'))
    .select((eb) => ['period', eb.fn.sum<number>('amount').as('amount'), eb.fn.sum<number>('paidAmount').as('paid')])
    .groupBy('period')
    .execute()

export type Moved = {
  day: string
  method: PaymentMethod
  clerkId: string
  clerkName: string
  amount: number
}

/** Refunds have the same columns as payments, as far as they are read here. */
type Money = 'payments' | 'refunds'
const from = (db: Db, table: Money) => db.selectFrom(table as 'payments')

/** Days, both included, and the instant as of which their entries are shown: later ones are left out. */
export type Span = { from: string; to: string; until: string | undefined }

/** What was entered on each of these days, by method and by who entered it. */
export const entered = (db: Db, table: Money, { from: first, to: last, until }: Span): Promise<Moved[]> =>
  from(db, table)
    .where('bookedOn', '>=', first)
    .where('bookedOn', '<=', last)
    .$if(until !== undefined, (query) => query.where('enteredAt', '<=', until ?? ''))
    .select((eb) => [
      'bookedOn as day',
      'method',
      'enteredBy as clerkId',
      eb.fn.max('enteredByName').as('clerkName'),
      eb.fn.sum<number>('amount').as('amount'),
    ])
    .groupBy(['bookedOn', 'method', 'enteredBy'])
    .execute()

/** What was voided on each of these days, whenever it had been entered, by method and by who voided it. */
export const voided = (db: Db, table: Money, { from: first, to: last, until }: Span): Promise<Moved[]> =>
  from(db, table)
    .where('voidedOn', '>=', first)
    .where('voidedOn', '<=', last)
    .$if(until !== undefined, (query) => query.where('voidedAt', '<=', until ?? ''))
    .select((eb) => [
      eb.ref('voidedOn').$notNull().as('day'),
      'method',
      eb.ref('voidedBy').$notNull().as('clerkId'),
      eb.fn.max('voidedByName').$notNull().as('clerkName'),
      eb.fn.sum<number>('amount').as('amount'),
    ])
    .groupBy(['voidedOn', 'method', 'voidedBy'])
    .execute()

const columns = [
  'id',
  'studentName',
  'amount',
  'method',
  'reference',
  'bookedOn',
  'enteredAt',
  'enteredByName',
  'voidedAt',
  'voidedOn',
  'voidedByName',
  'voidReason',
] as const

const payments = (db: Db) => db.selectFrom('payments').select(columns).select(['receiptNumber as number', 'receivedOn as moneyOn'])
const refunds = (db: Db) => db.selectFrom('refunds').select(columns).select(['voucherNumber as number', 'paidOn as moneyOn'])

/** Both select the same columns, which their types cannot say. */
const numbered = (db: Db, table: Money): ReturnType<typeof payments> =>
  table === 'payments' ? payments(db) : (refunds(db) as unknown as ReturnType<typeof payments>)

export type Entry = Awaited<ReturnType<typeof enteredOn>>[number]

/** What was entered on one day, in its order. */
export const enteredOn = (db: Db, table: Money, day: string, until: string | undefined) =>
  numbered(db, table)
    .where('bookedOn', '=', day)
    .$if(until !== undefined, (query) => query.where('enteredAt', '<=', until ?? ''))
    .orderBy('bookedOn')
    .orderBy('id')
    .execute()

/** What was voided on one day, in the order in which it had been entered. */
export const voidedOn = (db: Db, table: Money, day: string, until: string | undefined) =>
  numbered(db, table)
    .where('voidedOn', '=', day)
    .$if(until !== undefined, (query) => query.where('voidedAt', '<=', until ?? ''))
    .orderBy('id')
    .execute()

/** What was voided on these days, the newest first. */
export const voids = (db: Db, table: Money, { from: first, to: last, until }: Span, limit: number): Promise<Entry[]> =>
  numbered(db, table)
    .where('voidedOn', '>=', first)
    .where('voidedOn', '<=', last)
    .$if(until !== undefined, (query) => query.where('voidedAt', '<=', until ?? ''))
    .orderBy('voidedOn', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
