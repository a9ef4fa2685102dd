import { sql } from 'kysely'
import { likeContains } from '#server/db/fold.ts'
import type { Db } from '#server/db/tables.ts'

/* Only fees write the tables that this file reads. */

const ofStudent = ['users.name', 'users.seatNumber', 'users.slot', 'users.phone', 'users.terminationDate', 'users.deletedAt'] as const

export const payment = (db: Db, id: string) =>
  db
    .selectFrom('payments')
    .leftJoin('users', 'users.id', 'payments.userId')
    .leftJoin('visitors', 'visitors.id', 'payments.visitorId')
    .leftJoin('dayPasses', 'dayPasses.paymentId', 'payments.id')
    .selectAll('payments')
    .select(ofStudent)
    .select(['visitors.phone as visitorPhone', 'dayPasses.day as passDay', 'dayPasses.shiftName', 'dayPasses.starts', 'dayPasses.ends'])
    .select('dayPasses.seatNumber as passSeat')
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

/** Returns the allocations of a payment when it was entered. Later allocations of its credit have a later instant. */
export const linesAsIssued = (db: Db, { id, enteredAt }: { id: string; enteredAt: string }) =>
  db
    .selectFrom('allocations')
    .innerJoin('charges', 'charges.id', 'allocations.chargeId')
    .select(['charges.kind', 'charges.period', 'allocations.amount'])
    .where('allocations.paymentId', '=', id)
    .where('allocations.createdAt', '=', enteredAt)
    .where('allocations.amount', '>', 0)
    .orderBy('charges.period')
    .orderBy('charges.dueOn')
    .orderBy('charges.id')
    .execute()

/** Returns what a refund was taken from; a line without a charge is credit. Several payments may have paid one charge. */
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
  /** The number searched for: a full one, or the count within a year. */
  number: string | number | undefined
  /** Folded and without blanks, like stored references. */
  reference: string
  folded: string
  /** Only ASCII letters are lowercased, as both databases do for names as issued. */
  typed: string
}

const like = (text: string) => sql`like ${likeContains(text)} escape '\\'`

/** Returns the receipt with this number or, in any year, with this count. */
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

const found = [
  ...(['id', 'receiptNumber', 'userId', 'visitorId', 'studentName', 'amount', 'method', 'reference', 'receivedOn'] as const),
  ...(['enteredAt', 'voidedAt'] as const),
] as const

const peopleNamed = (db: Db, folded: string) =>
  db
    .selectFrom('users')
    .select('users.id')
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`name_folded ${like(folded)}`)

/** People and names that are looked up by an index; more of them are met soon when the receipts are read from the newest on. */
const FEW_NAMES = 200
/** Receipts of these that are sorted in memory. */
const FEW_RECEIPTS = 2_000

/**
 * Returns the ids of all receipts of people whose name, current or as issued, or whose reference has the text; undefined if they
 * are many.
 */
const fewFound = async (db: Db, { folded, typed, reference }: Search): Promise<string[] | undefined> => {
  const people = await peopleNamed(db, folded)
    .limit(FEW_NAMES + 1)
    .execute()
  const names = await db
    .selectFrom('issuedNames')
    .select('name')
    .where(sql<boolean>`name ${like(typed)}`)
    .limit(FEW_NAMES + 1)
    .execute()
  if (people.length > FEW_NAMES || names.length > FEW_NAMES) return undefined
  const payments = db.selectFrom('payments').select('payments.id')
  const parts = [
    ...(people.length > 0
      ? [
          payments.where(
            'userId',
            'in',
            people.map(({ id }) => id),
          ),
        ]
      : []),
    ...(names.length > 0 ? [payments.where(sql<boolean>`lower(student_name) in (${sql.join(names.map(({ name }) => name))})`)] : []),
    ...(reference === '' ? [] : [referring(db, reference)]),
  ]
  const ids = new Set<string>()
  for (const part of parts) {
    for (const { id } of await part.limit(FEW_RECEIPTS + 1).execute()) ids.add(id)
    if (ids.size > FEW_RECEIPTS) return undefined
  }
  return [...ids]
}

/** Names, current and as issued, by a scan from the newest receipt on, which ends early for common names. */
const named = (db: Db, { folded, typed, reference }: Search) =>
  sql<boolean>`(${sql.join(
    [
      sql`user_id in (${peopleNamed(db, folded)})`,
      sql`lower(student_name) ${like(typed)}`,
      ...(reference === '' ? [] : [sql`payments.id in (${referring(db, reference)})`]),
    ],
    sql` or `,
  )})`

/** Returns a page of payments, newest first. */
export const page = async (
  db: Db,
  { search, student: userId }: { search: Search | undefined; student: string | undefined },
  limit: number,
  after: string | undefined,
) => {
  const all = db
    .selectFrom('payments')
    .select(found)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
  if (search === undefined) return all.execute()
  const { number, reference } = search
  if (number !== undefined) return all.where('id', 'in', numbered(db, number).unionAll(referring(db, reference))).execute()
  const few = userId === undefined ? await fewFound(db, search) : undefined
  if (few === undefined) return all.where(named(db, search)).execute()
  const behind = few.filter((id) => after === undefined || id < after)
  const ids = behind.toSorted().slice(-limit)
  return ids.length === 0 ? [] : all.where('id', 'in', ids).execute()
}

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

/** Returns students who owe something and are not deleted, by name and id, after the id `after`. */
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

/** Counts them from the sums that triggers maintain, which include former students who are staff now: few, and subtracted. */
export const countOwing = async (db: Db): Promise<number> => {
  const { people } = await db
    .selectFrom('feeDues')
    .where('isDeleted', '=', 0)
    .where('until', '=', 'never')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('students'), sql<number>`0`).as('people'))
    .executeTakeFirstOrThrow()
  const { staff } = await db
    .selectFrom('users')
    .innerJoin('feeAccounts', 'feeAccounts.userId', 'users.id')
    .where('users.role', 'in', ['manager', 'admin', 'superadmin'])
    .where('users.deletedAt', 'is', null)
    .where('feeAccounts.openCharges', '>', 0)
    .select((eb) => eb.fn.countAll<number>().as('staff'))
    .executeTakeFirstOrThrow()
  return people - staff
}

/** Returns the unpaid fees of these people, oldest first. */
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
