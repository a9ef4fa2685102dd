import { sql } from 'kysely'
import type { PaymentMethod } from '#contract/terms.ts'
import type { Db } from '#server/db/tables.ts'

/** Returns the sums of the fees of these months, both included, deposits included. */
export const months = (db: Db, from: number, to: number) =>
  db
    .selectFrom('feeTotals')
    .where('period', '>=', from)
    .where('period', '<=', to)
    .select((eb) => ['period', eb.fn.sum<number>('amount').as('amount'), eb.fn.sum<number>('paidAmount').as('paid')])
    .groupBy('period')
    .execute()

/** Returns the sums of the deposits of all months. */
export const deposits = (db: Db) =>
  db
    .selectFrom('charges')
    // A literal, because a prepared statement uses the partial index of deposits reliably only with one.
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

/** Refunds share the columns of payments that are read here. */
type Money = 'payments' | 'refunds'
const from = (db: Db, table: Money) => db.selectFrom(table as 'payments')

/** A range of days, both included, and the instant as of which entries are shown. */
export type Span = { from: string; to: string; until: string | undefined }

/** Returns the entries of each day, by method and by the person who entered them. */
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

/** Returns the voids of each day, whenever the entries were made, by method and by the person who voided them. */
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

/** Returns number and sum of the payments of visitors, of the days on which they were booked or voided. */
const ofVisitors = (db: Db, day: 'bookedOn' | 'voidedOn', instant: 'enteredAt' | 'voidedAt', { from: first, to: last, until }: Span) =>
  db
    .selectFrom('payments')
    .where('visitorId', 'is not', null)
    .where(day, '>=', first)
    .where(day, '<=', last)
    .$if(until !== undefined, (query) => query.where(instant, '<=', until ?? ''))
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('amount')])
    .executeTakeFirstOrThrow()

export const passesSold = (db: Db, span: Span) => ofVisitors(db, 'bookedOn', 'enteredAt', span)
export const passesVoided = (db: Db, span: Span) => ofVisitors(db, 'voidedOn', 'voidedAt', span)

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

/** Both queries select the same columns, which their types cannot express. */
const numbered = (db: Db, table: Money): ReturnType<typeof payments> =>
  table === 'payments' ? payments(db) : (refunds(db) as unknown as ReturnType<typeof payments>)

export type Entry = Awaited<ReturnType<typeof enteredOn>>[number]

/** Returns the entries of one day, in order. */
export const enteredOn = (db: Db, table: Money, day: string, until: string | undefined) =>
  numbered(db, table)
    .where('bookedOn', '=', day)
    .$if(until !== undefined, (query) => query.where('enteredAt', '<=', until ?? ''))
    .orderBy('bookedOn')
    .orderBy('id')
    .execute()

/** Returns the voids of one day, in the order of the original entries. */
export const voidedOn = (db: Db, table: Money, day: string, until: string | undefined) =>
  numbered(db, table)
    .where('voidedOn', '=', day)
    .$if(until !== undefined, (query) => query.where('voidedAt', '<=', until ?? ''))
    .orderBy('id')
    .execute()

/** Returns the voids of these days, newest first. */
export const voids = (db: Db, table: Money, { from: first, to: last, until }: Span, limit: number): Promise<Entry[]> =>
  numbered(db, table)
    .where('voidedOn', '>=', first)
    .where('voidedOn', '<=', last)
    .$if(until !== undefined, (query) => query.where('voidedAt', '<=', until ?? ''))
    .orderBy('voidedOn', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
