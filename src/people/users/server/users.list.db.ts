import { type Expression, type SqlBool, sql } from 'kysely'
import { addDays } from '#contract/day.ts'
import type { AccountStatus } from '#people/users/users.contract.ts'
import { likeContains } from '#server/db/fold.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'
import { columns, type UserRow } from './users.db.ts'
import { dayOrder, type Place } from './users.order.ts'
import type { Search } from './users.search.ts'

/** A condition on a row of `users`. */
export type PersonCondition = Expression<SqlBool>

export type Filter = {
  search: Search | undefined
  role: UsersTable['role'] | undefined
  status: AccountStatus | undefined
  hasSeat: boolean | undefined
  /** The hall's day for which the status is computed. */
  today: string
  /** Only people for whose row this is true. */
  isIn?: PersonCondition | undefined
}

/** The number of days within which an account ends. */
const expiringDays = { 'expiring-7': 7, 'expiring-30': 30 }

const isLike = (text: string) => sql<boolean>`like ${likeContains(text)} escape '\\'`

/** The digits of a phone number, in the exact expression of the index `users_by_text`. */
const phoneDigits = sql.raw(
  `replace(replace(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '+', ''), '(', ''), ')', ''), '.', '')`,
)

const finds = ({ text, digits }: Search) => {
  const named = sql<boolean>`(name_folded ${isLike(text)} or email_folded ${isLike(text)})`
  return digits === undefined ? named : sql<boolean>`(${named} or ${phoneDigits} ${isLike(digits)})`
}

/** People who match the filter, without the search. */
const filtered = (db: Db, { role, status, hasSeat, today, isIn }: Filter) =>
  db
    .selectFrom('users')
    .where('deletedAt', 'is', null)
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'student'))
    .$if(status === 'active', (query) =>
      query.where((eb) => eb.or([eb('terminationDate', 'is', null), eb('terminationDate', '>=', today)])),
    )
    .$if(status === 'expiring-7' || status === 'expiring-30', (query) =>
      query
        .where('terminationDate', '>=', today)
        .where('terminationDate', '<=', addDays(today, expiringDays[status as keyof typeof expiringDays])),
    )
    .$if(status === 'expired', (query) => query.where('terminationDate', 'is not', null).where('terminationDate', '<', today))
    .$if(hasSeat !== undefined, (query) => query.where('seatNumber', hasSeat ? 'is not' : 'is', null))
    .$if(isIn !== undefined, (query) => (isIn ? query.where(isIn) : query))

/**
 * The people that a search finds. `seated` have the seat of that number and come first; `others` is undefined if there are too many
 * to collect.
 */
export type Found = { seated: readonly string[]; others: readonly string[] | undefined }

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

const isFiltered = ({ role, status, hasSeat, isIn }: Filter) =>
  role !== undefined || status !== undefined || hasSeat !== undefined || isIn !== undefined

/** Returns who has a half of a seat, or for whom it is kept, newest first. */
const onSeat = async (db: Db, filter: Filter, seatNumber: number): Promise<string[]> =>
  idsOf(
    await filtered(db, filter)
      .select('id')
      .where('id', 'in', (eb) => eb.selectFrom('seats').select('userId').where('seatNumber', '=', seatNumber))
      .orderBy('id', 'desc')
      .execute(),
  )

/** Maximum number of matches collected in advance; beyond it, the list scans the people themselves. */
const MAX_MATCHES = 2_000

/** Reads one index with names, emails and phone numbers, which takes a third of the time of reading the people themselves. */
export const gather = async (db: Db, search: Search): Promise<string[] | undefined> => {
  const people = db.selectFrom('users').select('id').where('deletedAt', 'is', null).where(finds(search))
  const ids = idsOf(await people.limit(MAX_MATCHES + 1).execute())
  return ids.length > MAX_MATCHES ? undefined : ids
}

/** Runs the search; returns undefined without one. */
export const find = async (db: Db, filter: Filter): Promise<Found | undefined> => {
  const { search } = filter
  if (!search) return undefined
  const seated = search.seatNumber === undefined ? [] : await onSeat(db, filter, search.seatNumber)
  const gathered = await gather(db, search)
  const ids = gathered?.filter((id) => !seated.includes(id))
  if (!ids || ids.length === 0 || !isFiltered(filter)) return { seated, others: ids }
  return { seated, others: idsOf(await filtered(db, filter).select('id').where('id', 'in', ids).execute()) }
}

const countAll = async (query: ReturnType<typeof filtered>): Promise<number> =>
  (await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count

export const count = async (db: Db, filter: Filter, found: Found | undefined): Promise<number> => {
  const { search } = filter
  if (!search || !found) return countAll(filtered(db, filter))
  const { seated, others } = found
  if (others) return seated.length + others.length
  const rest = filtered(db, filter).where(finds(search))
  return seated.length + (await countAll(seated.length > 0 ? rest.where('id', 'not in', seated) : rest))
}

/** The source of a page, and the place it comes after. */
type Asked = { filter: Filter; found: Found | undefined; limit: number; after: Place | undefined }

const pageByDay = (db: Db, { filter, found, limit, after }: Asked, direction: 'asc' | 'desc'): Promise<UserRow[]> => {
  const compare = sql.raw(direction === 'asc' ? '>' : '<')
  const { search } = filter
  const { seated = [], others } = found ?? {}
  return filtered(db, filter)
    .select(columns)
    .$if(others !== undefined, (query) => query.where('id', 'in', [...seated, ...(others ?? []), '']))
    .$if(search !== undefined && !others, (query) =>
      query.where((eb) => eb.or([...(search ? [finds(search)] : []), ...(seated.length > 0 ? [eb('id', 'in', seated)] : [])])),
    )
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(termination_date, id) ${compare} (${after?.day}, ${after?.id})`))
    .orderBy('terminationDate', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()
}

const before = (ids: readonly string[], id: string | undefined): string[] =>
  ids
    .filter((one) => id === undefined || one < id)
    .toSorted()
    .toReversed()

const rowsOf = async (db: Db, filter: Filter, ids: readonly string[]): Promise<UserRow[]> =>
  ids.length === 0 ? [] : filtered(db, filter).select(columns).where('id', 'in', ids).orderBy('id', 'desc').execute()

/** Returns a page of people, newest first, without those on the seat that is searched for. */
const pageOfOthers = (db: Db, { filter, found, limit, after }: Asked): Promise<UserRow[]> => {
  const { search } = filter
  const { seated = [], others } = found ?? {}
  if (others) return rowsOf(db, filter, before(others, after?.id).slice(0, limit))
  return filtered(db, filter)
    .select(columns)
    .$if(search !== undefined, (query) => (search ? query.where(finds(search)) : query))
    .$if(seated.length > 0, (query) => query.where('id', 'not in', seated))
    .$if(after !== undefined, (query) => query.where('id', '<', after?.id ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export type ListedRow = UserRow & { isSeated: boolean }

/** Returns a page of people in the order of `orderOf`, after a place. */
export const page = async (db: Db, asked: Asked): Promise<ListedRow[]> => {
  const { filter, found, limit, after } = asked
  const direction = dayOrder(filter.status)
  const listed = (rows: UserRow[], isSeated: boolean): ListedRow[] => rows.map((row) => ({ ...row, isSeated }))
  if (direction) return listed(await pageByDay(db, asked, direction), false)
  const isBehindSeat = after !== undefined && !after.isSeated
  const onSeats = isBehindSeat ? [] : before(found?.seated ?? [], after?.id).slice(0, limit)
  const first = listed(await rowsOf(db, filter, onSeats), true)
  if (first.length === limit) return first
  const rest = await pageOfOthers(db, { ...asked, limit: limit - first.length, after: isBehindSeat ? after : undefined })
  return [...first, ...listed(rest, false)]
}

/** Returns the conversations of a person, newest message first. */
export const conversationIdsOf = async (db: Db, userId: string, most: number): Promise<string[]> => {
  const found = await db
    .selectFrom('conversations')
    .select('id')
    .where('deletedAt', 'is', null)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('conversationMembers')
        .select('conversationId as id')
        .where('userId', '=', userId)
        .unionAll(eb.selectFrom('conversations').select('id').where('builtIn', 'is not', null)),
    )
    .orderBy('activity', 'desc')
    .limit(most)
    .execute()
  return found.map(({ id }) => id)
}
