import { sql } from 'kysely'
import { likeContains } from '#server/db/fold.ts'
import type { ChargesTable, Db } from '#server/db/tables.ts'

export type Filter = {
  /** Folded; blank is no search. */
  search: string | undefined
  settled: boolean | undefined
  userId: string | undefined
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
  sql<boolean>`(name_folded like ${likeContains(text)} escape '\\' or email_folded like ${likeContains(text)} escape '\\')`

const found = (db: Db, search: string) => db.selectFrom('users').select('users.id').where('deletedAt', 'is', null).where(contains(search))

/** Fee records, newest month first, behind `after`. */
export const page = (db: Db, { search, settled, userId }: Filter, limit: number, after: { period: number; id: string } | undefined) =>
  withStudent(db)
    .$if(settled === true, (query) => query.where('charges.settledAt', 'is not', null))
    .$if(settled === false, (query) => query.where('charges.settledAt', 'is', null))
    .$if(userId !== undefined, (query) => query.where('charges.userId', '=', userId ?? ''))
    .$if(Boolean(search), (query) => query.where('charges.userId', 'in', found(db, search ?? '')))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(charges.period, charges.id) < (${after?.period ?? 0}, ${after?.id ?? ''})`),
    )
    .orderBy('charges.period', 'desc')
    .orderBy('charges.id', 'desc')
    .limit(limit)
    .execute()

export const byId = (db: Db, id: string) => withStudent(db).where('charges.id', '=', id).executeTakeFirst()

export const byIds = async (db: Db, ids: readonly string[]) =>
  ids.length === 0 ? [] : withStudent(db).where('charges.id', 'in', ids).orderBy('charges.period').orderBy('charges.id').execute()

/** The unpaid fees of somebody, oldest first. */
export const open = (db: Db, userId: string, limit: number) =>
  withStudent(db)
    .where('charges.userId', '=', userId)
    .where('charges.settledAt', 'is', null)
    .orderBy('charges.period')
    .orderBy('charges.dueOn')
    .orderBy('charges.id')
    .limit(limit)
    .execute()

export const depositsOf = async (db: Db, userId: string): Promise<number> =>
  (
    await db
      .selectFrom('charges')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('paidAmount'), sql<number>`0`).as('sum'))
      .where('userId', '=', userId)
      .where('kind', '=', 'deposit')
      .executeTakeFirstOrThrow()
  ).sum

/** Sums over the records of one payment status. */
export type Sums = { records: number; amount: number; paid: number; students: number }

const zero = sql<number>`0`

const everybody = async (db: Db): Promise<{ open: Sums; settled: Sums }> => {
  const totals = await db.selectFrom('feeTotals').selectAll().execute()
  const students = await db
    .selectFrom('feeAccounts')
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>(eb.case().when('openCharges', '>', 0).then(1).else(0).end()), zero).as('open'),
      eb.fn.coalesce(eb.fn.sum<number>(eb.case().when('charges', '>', eb.ref('openCharges')).then(1).else(0).end()), zero).as('settled'),
    ])
    .executeTakeFirstOrThrow()
  const of = (settled: 0 | 1): Omit<Sums, 'students'> => {
    const rows = totals.filter((row) => row.settled === settled)
    const sum = (key: 'charges' | 'amount' | 'paidAmount') => rows.reduce((all, row) => all + row[key], 0)
    return { records: sum('charges'), amount: sum('amount'), paid: sum('paidAmount') }
  }
  return { open: { ...of(0), students: students.open }, settled: { ...of(1), students: students.settled } }
}

const someOf = async (db: Db, { search, userId }: Filter): Promise<{ open: Sums; settled: Sums }> => {
  const all = await db
    .selectFrom('feeAccounts')
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .$if(Boolean(search), (query) => query.where('userId', 'in', found(db, search ?? '')))
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>('charges'), zero).as('records'),
      eb.fn.coalesce(eb.fn.sum<number>('amount'), zero).as('amount'),
      eb.fn.coalesce(eb.fn.sum<number>('paidAmount'), zero).as('paid'),
      eb.fn.coalesce(eb.fn.sum<number>(eb.case().when('charges', '>', eb.ref('openCharges')).then(1).else(0).end()), zero).as('students'),
    ])
    .executeTakeFirstOrThrow()
  const open = await db
    .selectFrom('charges')
    .where('settledAt', 'is', null)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .$if(Boolean(search), (query) => query.where('userId', 'in', found(db, search ?? '')))
    .select((eb) => [
      eb.fn.countAll<number>().as('records'),
      eb.fn.coalesce(eb.fn.sum<number>('amount'), zero).as('amount'),
      eb.fn.coalesce(eb.fn.sum<number>('paidAmount'), zero).as('paid'),
      eb.fn.count<number>('userId').distinct().as('students'),
    ])
    .executeTakeFirstOrThrow()
  const settled = { records: all.records - open.records, amount: all.amount - open.amount, paid: all.paid - open.paid }
  return { open, settled: { ...settled, students: all.students } }
}

/** Sums over what the filter's people have, by payment status. Without people it reads the sums that triggers keep. */
export const sums = (db: Db, filter: Filter): Promise<{ open: Sums; settled: Sums }> =>
  filter.search || filter.userId !== undefined ? someOf(db, filter) : everybody(db)

/** How many people of the filter have any record. */
export const studentsWithFees = async (db: Db, { search, userId }: Filter): Promise<number> =>
  (
    await db
      .selectFrom('feeAccounts')
      .where('charges', '>', 0)
      .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
      .$if(Boolean(search), (query) => query.where('userId', 'in', found(db, search ?? '')))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const insert = (db: Db, charges: readonly ChargesTable[]) => db.insertInto('charges').values(charges).execute()

export const update = (db: Db, id: string, change: Partial<Omit<ChargesTable, 'id' | 'userId'>>) =>
  db.updateTable('charges').set(change).where('id', '=', id).execute()

/** The months for which somebody has a monthly fee. */
export const monthsOf = async (db: Db, userIds: readonly string[]): Promise<{ userId: string; period: number }[]> =>
  userIds.length === 0
    ? []
    : db.selectFrom('charges').select(['userId', 'period']).where('kind', '=', 'monthly').where('userId', 'in', userIds).execute()

export const adjustments = (db: Db, chargeId: string) =>
  db.selectFrom('adjustments').selectAll().where('chargeId', '=', chargeId).orderBy('id', 'desc').execute()
