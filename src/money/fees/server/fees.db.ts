import { sql } from 'kysely'
import { prepared } from '#server/db/compiled.ts'
import { likeContains } from '#server/db/fold.ts'
import type { ChargesTable } from '#server/db/tables/money.ts'
import type { Db } from '#server/db/tables.ts'
import { record, recordNew } from '#server/journal/journal.ts'
import { chargeKinds, notesKind, settledKind, takesCreditKind } from './fees.journal.ts'

export type Filter = {
  /** Case-folded; blank means no search. */
  search: string | undefined
  settled: boolean | undefined
  userId: string | undefined
  /** The ids that the search matched, if they are known and few; `search` is then ignored. */
  found?: readonly string[] | undefined
}

const withStudent = (db: Db) =>
  db
    .selectFrom('charges')
    .innerJoin('users', 'users.id', 'charges.userId')
    .selectAll('charges')
    .select([
      'users.name as studentName',
      'users.email as studentEmail',
      'users.seatNumber',
      'users.slot',
      'users.pictureSha256',
      'users.deletedAt as studentDeletedAt',
    ])

export type FeeRow = Awaited<ReturnType<typeof byId>> & object

const contains = (text: string) =>
  sql<boolean>`(users.name_folded like ${likeContains(text)} escape '\\' or users.email_folded like ${likeContains(text)} escape '\\')`

const matching = (db: Db, search: string) =>
  db.selectFrom('users').select('users.id').where('users.deletedAt', 'is', null).where(contains(search))

/**
 * A condition on `charges`: they are of the people whom the filter selects. Of a search whose matches are many, each fee asks for its
 * own person, so that a page is read in its order and ends when it is full.
 */
const isTheirs = (db: Db, { userId, found, search }: Filter) => {
  if (userId !== undefined) return sql<boolean>`charges.user_id = ${userId}`
  if (found) return sql<boolean>`charges.user_id in (${sql.join(found.length > 0 ? found : [''])})`
  const isOwn = sql<boolean>`${sql.ref('users.id')} = ${sql.ref('charges.userId')}`
  return sql<boolean>`exists ${matching(db, search ?? '').where(isOwn)}`
}

/** A condition on `fee_accounts`: they are of the people whom the filter selects. */
const isOfThem = (db: Db, { userId, found, search }: Filter) => {
  if (userId !== undefined) return sql<boolean>`user_id = ${userId}`
  if (found) return sql<boolean>`user_id in (${sql.join(found.length > 0 ? found : [''])})`
  return sql<boolean>`user_id in ${matching(db, search ?? '')}`
}

const isWhole = ({ userId, found, search }: Filter): boolean => userId === undefined && !found && !search

/** Returns a page of fees, newest month first, after the cursor `after`. */
export const page = (db: Db, filter: Filter, limit: number, after: { period: number; id: string } | undefined) => {
  return withStudent(db)
    .$if(filter.settled === true, (query) => query.where('charges.settledAt', 'is not', null))
    .$if(filter.settled === false, (query) => query.where('charges.settledAt', 'is', null))
    .$if(!isWhole(filter), (query) => query.where(isTheirs(db, filter)))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(charges.period, charges.id) < (${after?.period ?? 0}, ${after?.id ?? ''})`),
    )
    .orderBy('charges.period', 'desc')
    .orderBy('charges.id', 'desc')
    .limit(limit)
    .execute()
}

export const byId = (db: Db, id: string) => withStudent(db).where('charges.id', '=', id).executeTakeFirst()

export const byIds = async (db: Db, ids: readonly string[]) =>
  ids.length === 0 ? [] : withStudent(db).where('charges.id', 'in', ids).orderBy('charges.period').orderBy('charges.id').execute()

const unpaid = (db: Db, userId: string) =>
  withStudent(db)
    .where('charges.userId', '=', userId)
    .where('charges.settledAt', 'is', null)
    .orderBy('charges.period')
    .orderBy('charges.dueOn')
    .orderBy('charges.id')

/** Returns the unpaid fees of a student, oldest first. */
export const open = (db: Db, userId: string, limit: number) => unpaid(db, userId).limit(limit).execute()

/** Returns all fees of a student, oldest month first. */
export const ofUser = (db: Db, userId: string) =>
  withStudent(db).where('charges.userId', '=', userId).orderBy('charges.period').orderBy('charges.id').execute()

/** Returns all unpaid fees of a student. */
export const allOpen = prepared((db, userId: string) => unpaid(db, userId))

export const depositsOf = async (db: Db, userId: string): Promise<number> =>
  (
    await db
      .selectFrom('charges')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('paidAmount'), sql<number>`0`).as('sum'))
      .where('userId', '=', userId)
      .where('kind', '=', 'deposit')
      .executeTakeFirstOrThrow()
  ).sum

/** Sums over the fees of one payment status. */
export type Sums = { records: number; amount: number; paid: number }

const zero = sql<number>`0`

const everybody = async (db: Db): Promise<{ open: Sums; settled: Sums }> => {
  const totals = await db.selectFrom('feeTotals').selectAll().execute()
  const of = (settled: 0 | 1): Sums => {
    const rows = totals.filter((row) => row.settled === settled)
    const sum = (key: 'charges' | 'amount' | 'paidAmount') => rows.reduce((all, row) => all + row[key], 0)
    return { records: sum('charges'), amount: sum('amount'), paid: sum('paidAmount') }
  }
  return { open: of(0), settled: of(1) }
}

/** A condition on `fee_accounts`: the person has a fee with this payment status. Literal, so that the partial indexes can be used. */
const hasFee = ({ settled }: Filter) => {
  if (settled === undefined) return sql<boolean>`charges > 0`
  return settled ? sql<boolean>`charges > open_charges` : sql<boolean>`open_charges > 0`
}

/** Sums by payment status, and of selected people how many have a fee with that of the filter. */
type SumsOfPeople = { open: Sums; settled: Sums; students?: number }

/**
 * Sums the accounts of the people whom a filter selects. A settled fee is paid whole, so that of the open ones only those are read
 * on which a part was paid.
 */
const someOf = async (db: Db, filter: Filter): Promise<SumsOfPeople> => {
  const all = await db
    .selectFrom('feeAccounts')
    .where(isOfThem(db, filter))
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>('charges'), zero).as('records'),
      eb.fn.coalesce(eb.fn.sum<number>('openCharges'), zero).as('openRecords'),
      eb.fn.coalesce(eb.fn.sum<number>('amount'), zero).as('amount'),
      eb.fn.coalesce(eb.fn.sum<number>('paidAmount'), zero).as('paid'),
      eb.fn.coalesce(eb.fn.sum<number>(sql<number>`case when ${hasFee(filter)} then 1 else 0 end`), zero).as('students'),
    ])
    .executeTakeFirstOrThrow()
  const part = await db
    .selectFrom('charges')
    .where('settledAt', 'is', null)
    .where(sql<boolean>`paid_amount > 0`)
    .where(isTheirs(db, filter))
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('paidAmount'), zero).as('paid'))
    .executeTakeFirstOrThrow()
  const open = { records: all.openRecords, amount: all.amount - all.paid + part.paid, paid: part.paid }
  const settled = { records: all.records - open.records, amount: all.amount - open.amount, paid: all.paid - open.paid }
  return { open, settled, students: all.students }
}

/** Returns the number of people who have a fee with the payment status of the filter; ignores whom it selects. */
export const studentsWithFees = async (db: Db, filter: Filter): Promise<number> =>
  (
    await db
      .selectFrom('feeAccounts')
      .where(hasFee(filter))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Returns the sums of the people that the filter selects. Without people, it reads the sums that triggers maintain. */
export const sums = (db: Db, filter: Filter): Promise<SumsOfPeople> => (isWhole(filter) ? everybody(db) : someOf(db, filter))

export const insert = async (tx: Db, charges: readonly ChargesTable[]): Promise<void> => {
  await tx.insertInto('charges').values(charges).execute()
  for (const charge of charges) recordNew(tx, chargeKinds, charge)
}

type Changeable = Pick<ChargesTable, 'amount' | 'paidAmount' | 'settledAt' | 'takesCredit' | 'notes'>

/** Updates a fee that was read in this transaction as `charge`, and writes the changed columns to the journal. */
export const update = async (
  tx: Db,
  charge: Pick<ChargesTable, 'id' | 'settledAt' | 'takesCredit' | 'notes'>,
  change: Partial<Changeable>,
): Promise<void> => {
  const { id } = charge
  await tx.updateTable('charges').set(change).where('id', '=', id).execute()
  const { notes, settledAt, takesCredit } = { ...charge, ...change }
  if (notes !== charge.notes) record(tx, notesKind, { id, notes })
  if (settledAt !== charge.settledAt) record(tx, settledKind, { id, settledAt })
  if (takesCredit !== charge.takesCredit) record(tx, takesCreditKind, { id, takesCredit })
}

type Balance = Pick<ChargesTable, 'amount' | 'paidAmount' | 'settledAt'>

const setBalanceOf = prepared((tx, id: string, { amount, paidAmount, settledAt }: Balance) =>
  tx.updateTable('charges').set({ amount, paidAmount, settledAt }).where('id', '=', id),
)

/** Like `update`, for the amount and the paid amount. */
export const setBalance = async (tx: Db, charge: Pick<ChargesTable, 'id' | 'settledAt'>, balance: Balance): Promise<void> => {
  const { id } = charge
  const { settledAt } = balance
  await setBalanceOf(tx, id, balance)
  if (settledAt !== charge.settledAt) record(tx, settledKind, { id, settledAt })
}

/** Returns the months for which these people have a monthly fee. */
export const monthsOf = async (db: Db, userIds: readonly string[]): Promise<{ userId: string; period: number }[]> =>
  userIds.length === 0
    ? []
    : db.selectFrom('charges').select(['userId', 'period']).where('kind', '=', 'monthly').where('userId', 'in', userIds).execute()

export const adjustments = (db: Db, chargeId: string) =>
  db.selectFrom('adjustments').selectAll().where('chargeId', '=', chargeId).orderBy('id', 'desc').execute()
