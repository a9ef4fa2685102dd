import { sql } from 'kysely'
import { prepared } from '#server/db/compiled.ts'
import type { AdjustmentsTable, AllocationsTable, PaymentsTable, ReceiptPrintsTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import { record, recordNew } from '#server/journal/journal.ts'
import { adjustmentKind, allocationKind, paymentKind, paymentVisitorKind, paymentVoidKind, receiptPrintKind } from './fees.journal.ts'

const insertPaymentRow = prepared((tx, payment: PaymentsTable) => tx.insertInto('payments').values(payment))

export const insertPayment = async (tx: Db, payment: PaymentsTable): Promise<void> => {
  await insertPaymentRow(tx, payment)
  recordNew(tx, [paymentKind, paymentVisitorKind], payment)
}

export const payment = (db: Db, id: string) => db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()

export const paymentByClientId = (db: Db, clientId: string) =>
  db.selectFrom('payments').selectAll().where('clientId', '=', clientId).executeTakeFirst()

/** Maximum number of payments or refunds whose references are compared with a new one. */
export const MOST_ALIKE = 100

/** Matches an index expression: the last six characters. */
const endOfReference = sql<string>`substr(reference_folded, length(reference_folded) - 5)`

/** Returns payments that are not void and have this reference, or one with the same end. */
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

/** Returns the oldest payment of a student that was voided on this day and that no other payment replaces. */
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

/** Returns payments that have credit left, oldest first. */
export const withCredit = (db: Db, userId: string) =>
  db
    .selectFrom('payments')
    .select(['id', 'credit'])
    .where('userId', '=', userId)
    .where('credit', '>', 0)
    .where('voidedAt', 'is', null)
    .orderBy('id')
    .execute()

/** Returns the credit of each of these people. */
export const creditsOf = async (db: Db, userIds: readonly string[]): Promise<Map<string, number>> => {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payments')
    .select((eb) => [eb.ref('userId').$notNull().as('userId'), eb.fn.sum<number>('credit').as('credit')])
    .where('userId', 'in', userIds)
    .where('credit', '>', 0)
    .groupBy('userId')
    .execute()
  return new Map(rows.map(({ userId, credit }) => [userId, credit]))
}

export const setCredit = (tx: Db, id: string, credit: number) => tx.updateTable('payments').set({ credit }).where('id', '=', id).execute()

export type Voided = Pick<PaymentsTable, 'voidedAt' | 'voidedOn' | 'voidedBy' | 'voidedByName' | 'voidReason'>

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

/** Returns the name on a person's newest receipt, if there is one. */
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

/** Returns the allocations of payments, each with the fee that it pays, oldest month first. */
export const linesOf = async (db: Db, paymentIds: readonly string[]) => {
  const [first, ...others] = paymentIds
  if (first === undefined) return []
  return others.length === 0 ? linesOfOne(db, first) : lines(db, paymentIds).execute()
}

export const insertAdjustment = async (tx: Db, adjustment: AdjustmentsTable): Promise<void> => {
  await tx.insertInto('adjustments').values(adjustment).execute()
  record(tx, adjustmentKind, adjustment)
}
