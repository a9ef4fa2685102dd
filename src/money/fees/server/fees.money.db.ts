import { sql } from 'kysely'
import { prepared } from '#server/db/compiled.ts'
import type {
  AdjustmentsTable,
  AllocationsTable,
  Db,
  PaymentsTable,
  ReceiptPrintsTable,
  RefundLinesTable,
  RefundsTable,
} from '#server/db/tables.ts'
import { record, recordNew } from '#server/journal/journal.ts'
import {
  adjustmentKind,
  allocationKind,
  paymentKind,
  paymentVoidKind,
  receiptPrintKind,
  refundKind,
  refundLineKind,
  refundReferenceKind,
  refundVoidKind,
} from './fees.journal.ts'

const insertPaymentRow = prepared((tx, payment: PaymentsTable) => tx.insertInto('payments').values(payment))

export const insertPayment = async (tx: Db, payment: PaymentsTable): Promise<void> => {
  await insertPaymentRow(tx, payment)
  record(tx, paymentKind, payment)
}

export const payment = (db: Db, id: string) => db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()

export const paymentByClientId = (db: Db, clientId: string) =>
  db.selectFrom('payments').selectAll().where('clientId', '=', clientId).executeTakeFirst()

/** As an index has it: the last six characters. */
const endOfReference = sql<string>`substr(reference_folded, length(reference_folded) - 5)`

/** Payments that count and have this reference, or one that ends alike. */
export const paymentsByReference = (db: Db, referenceFolded: string, end: string) =>
  db
    .selectFrom('payments')
    .select(['receiptNumber', 'studentName', 'referenceFolded'])
    .where((eb) =>
      eb.or([
        eb('referenceFolded', '=', referenceFolded),
        eb.and([sql<boolean>`length(reference_folded) >= 6`, eb(endOfReference, '=', end)]),
      ]),
    )
    .where('voidedAt', 'is', null)
    .orderBy('id')
    .limit(MOST_ALIKE)
    .execute()

const MOST_ALIKE = 100

/** As an index has it: the last six characters, with blanks in front of fewer. */
const endOfRefund = sql<string>`substr('      ' || lower(replace(reference, ' ', '')), length(replace(reference, ' ', '')) + 1)`

/** Refunds that count and have a reference with this end. */
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

const oldestVoid = prepared((db, userId: string, day: string) =>
  db
    .selectFrom('payments as voided')
    .select('voided.id')
    .where('voided.userId', '=', userId)
    .where('voided.voidedOn', '=', day)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payments as next').select('next.id').whereRef('next.replaces', '=', 'voided.id'))),
    )
    .orderBy('voided.voidedAt')
    .orderBy('voided.id')
    .limit(1),
)

/** The oldest payment of a student that was voided on this day and that no other payment replaces. */
export const voidToReplace = async (db: Db, userId: string, day: string): Promise<string | null> =>
  (await oldestVoid(db, userId, day))[0]?.id ?? null

export const paymentsOfCharge = (db: Db, chargeId: string) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('id', 'in', db.selectFrom('allocations').select('paymentId').where('chargeId', '=', chargeId))
    .orderBy('id', 'desc')
    .execute()

export const paymentsOfUser = (db: Db, userId: string, limit: number) =>
  db.selectFrom('payments').selectAll().where('userId', '=', userId).orderBy('id', 'desc').limit(limit).execute()

/** Payments that have money left, oldest first. */
export const withCredit = (db: Db, userId: string) =>
  db
    .selectFrom('payments')
    .select(['id', 'credit'])
    .where('userId', '=', userId)
    .where('credit', '>', 0)
    .where('voidedAt', 'is', null)
    .orderBy('id')
    .execute()

/** What each of these people has paid ahead. */
export const creditsOf = async (db: Db, userIds: readonly string[]): Promise<Map<string, number>> => {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payments')
    .select((eb) => ['userId', eb.fn.sum<number>('credit').as('credit')])
    .where('userId', 'in', userIds)
    .where('credit', '>', 0)
    .groupBy('userId')
    .execute()
  return new Map(rows.map(({ userId, credit }) => [userId, credit]))
}

export const setCredit = (tx: Db, id: string, credit: number) => tx.updateTable('payments').set({ credit }).where('id', '=', id).execute()

type Voided = Pick<PaymentsTable, 'voidedAt' | 'voidedOn' | 'voidedBy' | 'voidedByName' | 'voidReason'>

export const setPaymentVoid = async (tx: Db, id: string, voided: Voided): Promise<void> => {
  await tx
    .updateTable('payments')
    .set({ ...voided, credit: 0 })
    .where('id', '=', id)
    .execute()
  record(tx, paymentVoidKind, { id, ...voided })
}

export const isPrinted = async (db: Db, paymentId: string): Promise<boolean> =>
  (await db.selectFrom('receiptPrints').select('paymentId').where('paymentId', '=', paymentId).executeTakeFirst()) !== undefined

export const insertPrint = async (tx: Db, print: ReceiptPrintsTable): Promise<void> => {
  await tx.insertInto('receiptPrints').values(print).execute()
  record(tx, receiptPrintKind, print)
}

/** The name on the newest receipt of a person, if there is any. */
export const nameAsIssued = async (db: Db, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('payments').select('studentName').where('userId', '=', userId).orderBy('id', 'desc').limit(1).executeTakeFirst())
    ?.studentName

const insertAllocationRow = prepared((tx, allocation: AllocationsTable) => tx.insertInto('allocations').values(allocation))

export const insertAllocation = async (tx: Db, allocation: AllocationsTable): Promise<void> => {
  await insertAllocationRow(tx, allocation)
  record(tx, allocationKind, allocation)
}

const lines = (db: Db, paymentIds: readonly string[]) =>
  db
    .selectFrom('allocations')
    .innerJoin('charges', 'charges.id', 'allocations.chargeId')
    .select((eb) => [
      'allocations.paymentId',
      'charges.id as chargeId',
      'charges.kind',
      'charges.period',
      eb.fn.sum<number>('allocations.amount').as('amount'),
    ])
    .where('allocations.paymentId', 'in', paymentIds)
    .groupBy(['allocations.paymentId', 'charges.id', 'charges.kind', 'charges.period'])
    .orderBy('charges.period')
    .orderBy('charges.id')

const linesOfOne = prepared((db, paymentId: string) => lines(db, [paymentId]))

/** The parts of payments, each with the fee that it pays, oldest month first. */
export const linesOf = async (db: Db, paymentIds: readonly string[]) => {
  const [first, ...others] = paymentIds
  if (first === undefined) return []
  return others.length === 0 ? linesOfOne(db, first) : lines(db, paymentIds).execute()
}

/** What payments that count have given to a fee and not got back, newest payment first. */
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

/** The newest day on which one of these payments was received. */
export const lastReceivedOn = async (db: Db, paymentIds: readonly string[]): Promise<string> => {
  const payments = db.selectFrom('payments').where('id', 'in', paymentIds)
  return (await payments.select((eb) => eb.fn.max('receivedOn').as('day')).executeTakeFirst())?.day ?? ''
}

/** Whether money of a payment was given back by a refund that counts. */
export const isRefunded = async (db: Db, paymentId: string): Promise<boolean> =>
  (await db
    .selectFrom('refundLines')
    .innerJoin('refunds', 'refunds.id', 'refundLines.refundId')
    .select('refundLines.id')
    .where('refundLines.paymentId', '=', paymentId)
    .where('refunds.voidedAt', 'is', null)
    .executeTakeFirst()) !== undefined

export const insertAdjustment = async (tx: Db, adjustment: AdjustmentsTable): Promise<void> => {
  await tx.insertInto('adjustments').values(adjustment).execute()
  record(tx, adjustmentKind, adjustment)
}

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
