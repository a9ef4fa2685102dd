import { sql } from 'kysely'
import type { RefundLinesTable, RefundsTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import { record, recordNew } from '#server/journal/journal.ts'
import { refundKind, refundLineKind, refundReferenceKind, refundVoidKind } from './fees.journal.ts'
import { MOST_ALIKE, type Voided } from './fees.money.db.ts'

/** Matches an index expression: the last six characters, left-padded with blanks. */
const endOfRefund = sql<string>`substr('      ' || lower(replace(reference, ' ', '')), length(replace(reference, ' ', '')) + 1)`

/** Returns refunds that are not void and whose reference has this end. */
export const refundsByReference = (db: Db, end: string) =>
  db
    .selectFrom('refunds')
    .select(['voucherNumber', 'studentName', 'reference'])
    .where(endOfRefund, '=', end.padStart(6))
    .where('reference', '<>', sql.lit(''))
    .where('voidedAt', 'is', null)
    .orderBy('id')
    .limit(MOST_ALIKE)
    .execute()

/** Returns the money that payments have allocated to a fee, minus refunds and without void payments, newest payment first. */
export const givenTo = async (db: Db, chargeId: string): Promise<{ paymentId: string; amount: number }[]> => {
  const given = await db
    .selectFrom('allocations')
    .innerJoin('payments', 'payments.id', 'allocations.paymentId')
    .select((eb) => ['payments.id as paymentId', eb.fn.sum<number>('allocations.amount').as('amount')])
    .where('allocations.chargeId', '=', chargeId)
    .where('payments.voidedAt', 'is', null)
    .groupBy('payments.id')
    .orderBy('payments.id', 'desc')
    .execute()
  const back = await db
    .selectFrom('refundLines')
    .innerJoin('refunds', 'refunds.id', 'refundLines.refundId')
    .select((eb) => ['refundLines.paymentId', eb.fn.sum<number>('refundLines.amount').as('amount')])
    .where('refundLines.chargeId', '=', chargeId)
    .where('refunds.voidedAt', 'is', null)
    .groupBy('refundLines.paymentId')
    .execute()
  const returned = new Map(back.map(({ paymentId, amount }) => [paymentId, amount]))
  return given
    .map(({ paymentId, amount }) => ({ paymentId, amount: amount - (returned.get(paymentId) ?? 0) }))
    .filter(({ amount }) => amount > 0)
}

/** Returns the latest day on which one of these payments was received. */
export const lastReceivedOn = async (db: Db, paymentIds: readonly string[]): Promise<string> => {
  const payments = db.selectFrom('payments').where('id', 'in', paymentIds)
  return (await payments.select((eb) => eb.fn.max('receivedOn').as('day')).executeTakeFirst())?.day ?? ''
}

/** Returns whether money of a payment was refunded by a refund that is not void. */
export const isRefunded = async (db: Db, paymentId: string): Promise<boolean> =>
  (await db
    .selectFrom('refundLines')
    .innerJoin('refunds', 'refunds.id', 'refundLines.refundId')
    .select('refundLines.id')
    .where('refundLines.paymentId', '=', paymentId)
    .where('refunds.voidedAt', 'is', null)
    .executeTakeFirst()) !== undefined

export const insertRefund = async (tx: Db, refund: RefundsTable): Promise<void> => {
  await tx.insertInto('refunds').values(refund).execute()
  recordNew(tx, [refundKind, refundReferenceKind], refund)
}
export const insertRefundLine = async (tx: Db, line: RefundLinesTable): Promise<void> => {
  await tx.insertInto('refundLines').values(line).execute()
  record(tx, refundLineKind, line)
}
export const refund = (db: Db, id: string) => db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
export const refundByClientId = (db: Db, clientId: string) =>
  db.selectFrom('refunds').selectAll().where('clientId', '=', clientId).executeTakeFirst()
export const refundsOfUser = (db: Db, userId: string, limit: number) =>
  db.selectFrom('refunds').selectAll().where('userId', '=', userId).orderBy('id', 'desc').limit(limit).execute()
export const refundLines = (db: Db, refundId: string) =>
  db.selectFrom('refundLines').selectAll().where('refundId', '=', refundId).orderBy('id').execute()
export const setRefundVoid = async (tx: Db, id: string, voided: Voided): Promise<void> => {
  await tx.updateTable('refunds').set(voided).where('id', '=', id).execute()
  record(tx, refundVoidKind, { id, ...voided })
}
