import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { type DueAge, dueAges, dueDates } from '../dues.policy.ts'
import { matches } from './dues.search.db.ts'

export type Filter = {
  /** Case-folded; blank means no search. */
  search: string | undefined
  /** The ids that the search matched, if they are known and few; `search` is then ignored. */
  found?: readonly string[] | undefined
  slot: string | undefined
  /** Range of due dates, both ends included. */
  due: { from?: string; to?: string } | undefined
  /** Only people without a reminder since this instant. */
  notRemindedSince: string | undefined
  /** Only people with a reminder since this instant. */
  remindedSince?: string | undefined
  isDeleted: boolean
}

export type Place = { since: string; id: string }

/** The person of the outer row, for use in subqueries. */
const ofAccount = sql.ref<string>('feeAccounts.userId')

const zero = sql<number>`0`
const balance = sql<number>`charges.amount - charges.paid_amount`

/** The unpaid fees of everybody in this range of due dates. */
const openOf = (db: Db, due: Filter['due']) =>
  db
    .selectFrom('charges')
    .where('charges.settledAt', 'is', null)
    .$if(due?.from !== undefined, (query) => query.where('charges.dueOn', '>=', due?.from ?? ''))
    .$if(due?.to !== undefined, (query) => query.where('charges.dueOn', '<=', due?.to ?? ''))

/** People who owe something and match the filter. */
const debtors = (db: Db, { search, found, slot, due, notRemindedSince, remindedSince, isDeleted }: Filter) =>
  db
    .selectFrom('feeAccounts')
    .innerJoin('users', 'users.id', 'feeAccounts.userId')
    .where('feeAccounts.isDeleted', '=', isDeleted ? 1 : 0)
    .where('feeAccounts.since', 'is not', null)
    .$if(found !== undefined, (query) => query.where('feeAccounts.userId', 'in', [...(found ?? []), '']))
    .$if(Boolean(search) && found === undefined, (query) => query.where(matches(search ?? '')))
    .$if(slot !== undefined, (query) => query.where('users.slot', '=', slot ?? null))
    .$if(due?.to !== undefined, (query) => query.where('feeAccounts.since', '<=', due?.to ?? ''))
    .$if(due?.from !== undefined, (query) =>
      query.where(({ exists }) => exists(openOf(db, due).where('charges.userId', '=', ofAccount).select(sql<number>`1`.as('one')))),
    )
    .$if(remindedSince !== undefined, (query) =>
      query.where('feeAccounts.userId', 'in', (eb) =>
        eb
          .selectFrom('reminders')
          .where('reminders.createdAt', '>=', remindedSince ?? '')
          .select('reminders.userId'),
      ),
    )
    .$if(notRemindedSince !== undefined, (query) =>
      query.where(({ not, exists }) =>
        not(
          exists(
            db
              .selectFrom('reminders')
              .where('reminders.userId', '=', ofAccount)
              .where('reminders.createdAt', '>=', notRemindedSince ?? '')
              .select(sql<number>`1`.as('one')),
          ),
        ),
      ),
    )

/** A condition on a row of `users`: the person owes something. */
export const isDebtor = (db: Db) =>
  sql<boolean>`users.id in ${db.selectFrom('feeAccounts').select('userId').where('isDeleted', '=', 0).where('since', 'is not', null)}`

/** Returns what each of these people owes; those without dues are left out. */
export const owedBy = async (db: Db, userIds: readonly string[]): Promise<Map<string, number>> => {
  if (userIds.length === 0) return new Map()
  const found = await db
    .selectFrom('feeAccounts')
    .where('userId', 'in', userIds)
    .where('since', 'is not', null)
    .select(['userId', sql<number>`amount - paid_amount`.as('owed')])
    .execute()
  return new Map(found.map(({ userId, owed }) => [userId, owed]))
}

/** Returns a page of debtors, longest overdue first, in index order. */
export const page = (db: Db, filter: Filter, limit: number, after: Place | undefined) =>
  debtors(db, filter)
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.phone',
      'users.seatNumber',
      'users.slot',
      'users.pictureSha256',
      'users.deletedAt',
      sql<number>`fee_accounts.amount - fee_accounts.paid_amount`.as('owed'),
      'feeAccounts.since',
    ])
    .$narrowType<{ since: string }>()
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(fee_accounts.since, fee_accounts.user_id) > (${after?.since ?? ''}, ${after?.id ?? ''})`),
    )
    .orderBy('feeAccounts.since')
    .orderBy('feeAccounts.userId')
    .limit(limit)
    .execute()

export type DueRow = Awaited<ReturnType<typeof page>>[number]

type Sums = { students: number; fees: number; owed: number }

/**
 * Returns what is owed in a range of due dates, from the sums that triggers maintain. A person who owes on several of these days is
 * counted on the last of them.
 */
const kept = (db: Db, { due, isDeleted }: Pick<Filter, 'due' | 'isDeleted'>): Promise<Sums> => {
  const isLast = due?.to === undefined ? sql`until = 'never'` : sql`until > ${due.to}`
  return db
    .selectFrom('feeDues')
    .where('isDeleted', '=', isDeleted ? 1 : 0)
    .$if(due?.from !== undefined, (query) => query.where('dueOn', '>=', due?.from ?? ''))
    .$if(due?.to !== undefined, (query) => query.where('dueOn', '<=', due?.to ?? ''))
    .select((eb) => [
      sql<number>`coalesce(sum(case when ${isLast} then students end), 0)`.as('students'),
      eb.fn.coalesce(eb.fn.sum<number>('charges'), zero).as('fees'),
      eb.fn.coalesce(eb.fn.sum<number>('owed'), zero).as('owed'),
    ])
    .executeTakeFirstOrThrow()
}

type DebtorSums = Pick<Sums, 'students' | 'owed'>

/** Counts the debtors one by one, and what they owe in the filter's range of due dates. */
const counted = async (db: Db, filter: Filter): Promise<DebtorSums> => {
  const { students, owed } = await debtors(db, filter)
    .select((eb) => [
      eb.fn.countAll<number>().as('students'),
      sql<number>`coalesce(sum(fee_accounts.amount - fee_accounts.paid_amount), 0)`.as('owed'),
    ])
    .executeTakeFirstOrThrow()
  if (filter.due === undefined) return { students, owed }
  const ofAge = await openOf(db, filter.due)
    .where('charges.userId', 'in', debtors(db, filter).select('feeAccounts.userId'))
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>(balance), zero).as('owed'))
    .executeTakeFirstOrThrow()
  return { students, owed: ofAge.owed }
}

/**
 * Returns the number of debtors and what they owe in the filter's range of due dates. Without a search or a slot it reads no fees;
 * those who were reminded lately are few, and are subtracted.
 */
export const sums = async (db: Db, filter: Filter): Promise<DebtorSums> => {
  const { notRemindedSince, ...rest } = filter
  const everybody = { ...rest, notRemindedSince: undefined }
  const all = await (filter.search || filter.slot !== undefined ? counted(db, everybody) : kept(db, filter))
  if (notRemindedSince === undefined) return all
  const reminded = await counted(db, { ...everybody, remindedSince: notRemindedSince })
  return { students: all.students - reminded.students, owed: all.owed - reminded.owed }
}

/** Returns what each of these people owes in a range of due dates. */
export const owedOf = async (db: Db, userIds: readonly string[], due: Filter['due']): Promise<Map<string, number>> => {
  if (userIds.length === 0) return new Map()
  const found = await openOf(db, due)
    .where('charges.userId', 'in', userIds)
    .select((eb) => ['charges.userId', eb.fn.sum<number>(balance).as('owed')])
    .groupBy('charges.userId')
    .execute()
  return new Map(found.map(({ userId, owed }) => [userId, owed]))
}

/** Returns what people who are not deleted owe, by age. */
export const byAge = async (db: Db, today: string): Promise<({ age: DueAge } & Sums)[]> => {
  const groups = []
  for (const age of dueAges) groups.push({ age, ...(await kept(db, { due: dueDates(age, today), isDeleted: false })) })
  return groups
}

/** Returns the debts of one person, if there are any. */
export const debtor = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .leftJoin('feeAccounts', 'feeAccounts.userId', 'users.id')
    .where('users.id', '=', userId)
    .select(['users.id', 'users.name', 'users.phone', 'users.deletedAt', 'feeAccounts.amount', 'feeAccounts.paidAmount'])
    .executeTakeFirst()
