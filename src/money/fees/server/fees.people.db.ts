import { sql } from 'kysely'
import { prepared } from '#server/db/compiled.ts'
import { likeContains } from '#server/db/fold.ts'
import type { ConcessionsTable, OpeningsTable } from '#server/db/tables/money.ts'
import type { StaysTable, UsersTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'
import { record } from '#server/journal/journal.ts'
import { concessionKind, openingKind } from './fees.journal.ts'
import type { Stay } from './fees.months.ts'

const columns = [
  'users.id',
  'users.name',
  'users.nameFolded',
  'users.email',
  'users.role',
  'users.seatNumber',
  'users.slot',
  'users.pictureSha256',
  'users.dateJoined',
  'users.terminationDate',
  'users.monthlyFee',
  'users.deletedAt',
] as const

const withId = prepared((db, id: string) => db.selectFrom('users').select(columns).where('id', '=', id))

export type PersonRow = Awaited<ReturnType<typeof person>> & object

export const person = async (db: Db, id: string) => (await withId(db, id))[0]

/** Returns students with a joining date, who are charged monthly, after the id `after`. */
export const joined = (db: Db, limit: number, after: string) =>
  db
    .selectFrom('users')
    .select(columns)
    .where('role', '=', 'student')
    .where('deletedAt', 'is', null)
    .where('dateJoined', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

type Member = Pick<UsersTable, 'id' | 'dateJoined' | 'terminationDate'>

/** Returns all periods of a person's membership, the current one last. */
export const staysWith = (person: Member, former: readonly StaysTable[]): Stay[] => [
  ...former.filter(({ userId }) => userId === person.id).map(({ fromDay, toDay }) => ({ from: fromDay, to: toDay })),
  ...(person.dateJoined === null ? [] : [{ from: person.dateJoined, to: person.terminationDate }]),
]

/** Returns whether a person has any fee, paid or not. */
export const hasFees = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('feeAccounts').select('userId').where('userId', '=', id).where('charges', '>', 0).executeTakeFirst()) !== undefined

/** Returns what a person owes, in paise. */
export const owed = async (db: Db, id: string): Promise<number> => {
  const sums = await db.selectFrom('feeAccounts').select(['amount', 'paidAmount']).where('userId', '=', id).executeTakeFirst()
  return sums ? sums.amount - sums.paidAmount : 0
}

export const staysOf = async (db: Db, userIds: readonly string[]) =>
  userIds.length === 0 ? [] : db.selectFrom('stays').selectAll().where('userId', 'in', userIds).orderBy('fromDay').execute()

export const openingsOf = async (db: Db, userIds: readonly string[]): Promise<OpeningsTable[]> =>
  userIds.length === 0 ? [] : db.selectFrom('openings').selectAll().where('userId', 'in', userIds).execute()

export const insertOpening = async (tx: Db, opening: OpeningsTable): Promise<void> => {
  await tx.insertInto('openings').values(opening).execute()
  record(tx, openingKind, opening)
}

export const insertConcession = async (tx: Db, concession: ConcessionsTable): Promise<void> => {
  await tx.insertInto('concessions').values(concession).execute()
  record(tx, concessionKind, concession)
}

const living = (db: Db, search: string | undefined) =>
  db
    .selectFrom('users')
    .where('users.deletedAt', 'is', null)
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`(users.name_folded like ${likeContains(search ?? '')} escape '\\' or users.email_folded like ${likeContains(search ?? '')} escape '\\')`,
      ),
    )

const matching = (db: Db, search: string | undefined) => living(db, search).leftJoin('feeAccounts', 'feeAccounts.userId', 'users.id')

const students = (db: Db, search: string | undefined) => matching(db, search).where('users.role', '=', 'student')

/** Former students who are now staff and still owe something. A separate query, because the index orders names within each role. */
const owingStaff = (db: Db, search: string | undefined) =>
  matching(db, search).where('users.role', 'in', ['manager', 'admin', 'superadmin']).where(sql<boolean>`fee_accounts.open_charges > 0`)

const pageOf = (people: ReturnType<typeof matching>, limit: number, after: string | undefined) =>
  people
    .select(columns)
    .select(['feeAccounts.amount as charged', 'feeAccounts.paidAmount as paid'])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(users.name_folded, users.id) > (select name_folded, id from users where id = ${after ?? ''})`),
    )
    .orderBy('users.nameFolded')
    .orderBy('users.id')
    .limit(limit)
    .execute()

type Named = { nameFolded: string; id: string }

/** Compares names in the sort order of both databases. */
const byName = (one: Named, other: Named): number =>
  Buffer.compare(Buffer.from(one.nameFolded), Buffer.from(other.nameFolded)) || (one.id < other.id ? -1 : 1)

/** Returns the people who pay fees, ordered by name, after the id `after`, each with what they owe. */
export const accounts = async (db: Db, search: string | undefined, limit: number, after: string | undefined) =>
  [...(await pageOf(students(db, search), limit, after)), ...(await pageOf(owingStaff(db, search), limit, after))]
    .sort(byName)
    .slice(0, limit)

const counted = sql<number>`count(*)`.as('count')

export const countAccounts = async (db: Db, search: string | undefined): Promise<number> => {
  const all = await living(db, search).where('users.role', '=', 'student').select(counted).executeTakeFirstOrThrow()
  const staff = await owingStaff(db, search).select(counted).executeTakeFirstOrThrow()
  return all.count + staff.count
}
