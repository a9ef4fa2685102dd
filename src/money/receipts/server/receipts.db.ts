import { sql } from 'kysely'
import { likeContains } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'

/*
 * Everything that is read here is written by fees alone.
 */

const ofStudent = ['users.name', 'users.seatNumber', 'users.slot', 'users.deletedAt'] as const

export const payment = (db: Db, id: string) =>
  db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.userId')
    .selectAll('payments')
    .select(ofStudent)
    .where('payments.id', '=', id)
    .executeTakeFirst()
export type PaymentRow = Awaited<ReturnType<typeof payment>> & object

export const refund = (db: Db, id: string) =>
  db
    .selectFrom('refunds')
    .innerJoin('users', 'users.id', 'refunds.userId')
    .selectAll('refunds')
    .select(ofStudent)
    .where('refunds.id', '=', id)
    .executeTakeFirst()
export type RefundRow = Awaited<ReturnType<typeof refund>> & object

/** What a payment paid when it was entered. What its credit paid later was allocated at a later instant. */
export const linesAsIssued = (db: Db, { id, enteredAt }: { id: string; enteredAt: string }) =>
  db
    .selectFrom('allocations')
    .innerJoin('charges', 'charges.id', 'allocations.chargeId')
    .select(['charges.kind', 'charges.period', 'allocations.amount'])
    .where('allocations.paymentId', '=', id)
    .where('allocations.createdAt', '=', enteredAt)
    .orderBy('charges.period')
    .orderBy('charges.dueOn')
    .orderBy('charges.id')
    .execute()

/** What a refund was taken from; without a charge it was credit. Several payments may have paid one charge. */
export const refundLines = (db: Db, refundId: string) =>
  db
    .selectFrom('refundLines')
    .leftJoin('charges', 'charges.id', 'refundLines.chargeId')
    .select((eb) => ['charges.id', 'charges.kind', 'charges.period', eb.fn.sum<number>('refundLines.amount').as('amount')])
    .where('refundLines.refundId', '=', refundId)
    .groupBy(['charges.id', 'charges.kind', 'charges.period'])
    .orderBy('charges.period')
    .orderBy('charges.id')
    .execute()

export type Search = {
  /** Where a number is looked for: the whole one, or the count within a year. */
  number: string | number | undefined
  /** Folded and without blanks, as references are kept. */
  reference: string
  folded: string
  /** With ASCII letters alone in lower case, as both databases make those of a name as issued. */
  typed: string
}

const like = (text: string) => sql`like ${likeContains(text)} escape '\\'`

/** The receipt with this number or, of whatever year, with this count. */
const numbered = (db: Db, number: string | number) => {
  const all = db.selectFrom('payments').select('payments.id')
  if (typeof number === 'string') return all.where('receiptNumber', '=', number)
  const years = db.selectFrom('numberSeries').select('year').where('series', '=', 'receipt')
  return all.where('receiptYear', 'in', years).where('receiptCount', '=', number)
}

const referring = (db: Db, reference: string) =>
  db
    .selectFrom('payments')
    .select('payments.id')
    .where('referenceFolded', '<>', sql.lit(''))
    .where(sql<boolean>`reference_folded ${like(reference)}`)

/**
 * Payments, newest first. A number is found by an index; a name, as it is now and as it was issued, by looking at one payment
 * after the other, which ends early where many have it.
 */
export const page = (db: Db, search: Search | undefined, limit: number, after: string | undefined) =>
  db
    .selectFrom('payments')
    .select(['id', 'receiptNumber', 'userId', 'studentName', 'amount', 'method', 'reference', 'receivedOn', 'enteredAt', 'voidedAt'])
    .$if(search !== undefined, (query) => {
      const { number, reference, folded, typed } = search as Search
      return query.where((eb) =>
        number === undefined
          ? eb.or([
              eb(
                'userId',
                'in',
                eb
                  .selectFrom('users')
                  .select('users.id')
                  .where(sql<boolean>`name_folded ${like(folded)}`),
              ),
              sql<boolean>`lower(student_name) ${like(typed)}`,
              ...(reference === '' ? [] : [eb('id', 'in', referring(db, reference))]),
            ])
          : eb('id', 'in', numbered(db, number).unionAll(referring(db, reference))),
      )
    })
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const student = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['users.id', ...ofStudent])
    .where('id', '=', id)
    .executeTakeFirst()

export const charges = (db: Db, userId: string, until: string) =>
  db
    .selectFrom('charges')
    .select(['id', 'kind', 'period', 'originalAmount', 'dueOn', 'createdAt'])
    .where('userId', '=', userId)
    .where('createdAt', '<=', until)
    .orderBy('period')
    .orderBy('id')
    .execute()

export const adjustments = (db: Db, userId: string, until: string) =>
  db
    .selectFrom('adjustments')
    .innerJoin('charges', 'charges.id', 'adjustments.chargeId')
    .select(['adjustments.kind', 'adjustments.amount', 'adjustments.createdAt', 'charges.kind as feeKind', 'charges.period'])
    .where('charges.userId', '=', userId)
    .where('adjustments.createdAt', '<=', until)
    .orderBy('adjustments.id')
    .execute()

export const payments = (db: Db, userId: string, until: string) =>
  db
    .selectFrom('payments')
    .select(['id', 'receiptNumber', 'amount', 'receivedOn', 'voidedOn', 'voidedAt'])
    .where('userId', '=', userId)
    .where('enteredAt', '<=', until)
    .orderBy('id')
    .execute()

export const refunds = (db: Db, userId: string, until: string) =>
  db
    .selectFrom('refunds')
    .select(['id', 'voucherNumber', 'amount', 'paidOn', 'voidedOn', 'voidedAt'])
    .where('userId', '=', userId)
    .where('enteredAt', '<=', until)
    .orderBy('id')
    .execute()

/** Living students who owe something, by name and, among namesakes, by id; behind the one with the id `after`. */
export const owing = (db: Db, limit: number, after: string | undefined) =>
  db
    .selectFrom('feeAccounts')
    .innerJoin('users', 'users.id', 'feeAccounts.userId')
    .select(['users.id', ...ofStudent])
    .where('feeAccounts.openCharges', '>', 0)
    .where('users.role', '=', 'student')
    .where('users.deletedAt', 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(users.name_folded, users.id) > ((select name_folded from users where id = ${after ?? ''}), ${after ?? ''})`,
      ),
    )
    .orderBy('users.nameFolded')
    .orderBy('users.id')
    .limit(limit)
    .execute()

export const countOwing = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('feeAccounts')
      .innerJoin('users', 'users.id', 'feeAccounts.userId')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('feeAccounts.openCharges', '>', 0)
      .where('users.role', '=', 'student')
      .where('users.deletedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).count

/** The unpaid fees of these people, oldest first. */
export const open = async (db: Db, userIds: readonly string[]) =>
  userIds.length === 0
    ? []
    : db
        .selectFrom('charges')
        .select(['userId', 'kind', 'period', 'amount', 'paidAmount', 'dueOn'])
        .where('userId', 'in', userIds)
        .where('settledAt', 'is', null)
        .orderBy('period')
        .orderBy('dueOn')
        .orderBy('id')
        .execute()
