import { sql } from 'kysely'
import type { PaymentsTable, ReceiptPushesTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'

/** The number of a receipt. Numbers are issued one after the other, so that none behind the last one is missed. */
export type Mark = Omit<ReceiptPushesTable, 'id'>

export const mark = (db: Db): Promise<Mark> =>
  db.selectFrom('receiptPushes').select(['receiptYear', 'receiptCount']).executeTakeFirstOrThrow()

/** Moves the mark. Returns whether no other node has. */
export const move = async (tx: Db, from: Mark, to: Mark): Promise<boolean> =>
  (await tx
    .updateTable('receiptPushes')
    .set(to)
    .where('receiptYear', '=', from.receiptYear)
    .where('receiptCount', '=', from.receiptCount)
    .returning('id')
    .executeTakeFirst()) !== undefined

export type Issued = Pick<
  PaymentsTable,
  'id' | 'userId' | 'amount' | 'enteredAt' | 'enteredBy' | 'voidedAt' | 'receiptYear' | 'receiptCount'
>

/** Returns the next receipts behind a number. */
export const issuedAfter = (db: Db, { receiptYear, receiptCount }: Mark, limit: number): Promise<Issued[]> =>
  db
    .selectFrom('payments')
    .select(['id', 'userId', 'amount', 'enteredAt', 'enteredBy', 'voidedAt', 'receiptYear', 'receiptCount'])
    .where(sql<boolean>`(payments.receipt_year, payments.receipt_count) > (${receiptYear}, ${receiptCount})`)
    .orderBy('receiptYear')
    .orderBy('receiptCount')
    .limit(limit)
    .execute()
