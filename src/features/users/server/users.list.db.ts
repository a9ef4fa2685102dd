import { sql } from 'kysely'
import { likeContains } from '#server/db/fold.ts'
import type { Db, UsersTable } from '#server/db/tables.ts'
import { columns, type UserRow } from './users.db.ts'

type Filter = {
  /** Folded; blank is no search. */
  search: string | undefined
  role: UsersTable['role'] | undefined
}
type Page = { limit: number; cursor?: string | undefined }

/** One row more than the page has, where there is one, and how many there are in all where that had to be found out. */
type Found = { rows: UserRow[]; total?: number }

const contains = (column: 'name_folded' | 'email_folded', text: string) =>
  sql<boolean>`${sql.ref(column)} like ${likeContains(text)} escape '\\'`

const filtered = (db: Db, { search, role }: Filter) =>
  db
    .selectFrom('users')
    .where('deletedAt', 'is', null)
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'student'))
    .$if(Boolean(search), (query) =>
      query.where((eb) => eb.or([contains('name_folded', search ?? ''), contains('email_folded', search ?? '')])),
    )

/** Newest first. */
const page = async (db: Db, filter: Filter, { limit, cursor }: Page): Promise<Found> => {
  const rows = await filtered(db, filter)
    .select(columns)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const isWhole = cursor === undefined && rows.length <= limit
  if (isWhole) return { rows, total: rows.length }
  return filter.search ? { rows, total: await count(db, filter) } : { rows }
}

export const count = async (db: Db, filter: Filter): Promise<number> => {
  const counting = filtered(db, filter).select((eb) => eb.fn.countAll<number>().as('count'))
  return (await counting.executeTakeFirstOrThrow()).count
}

/** As many matches as are gathered before they are looked at: more are found on the way through the people themselves. */
const FEW = 2_000

/**
 * The ids of everybody with this text in the name or the email, or nothing where they are many. It reads an index of the names
 * and one of the emails, which takes a third of the time of reading the people themselves.
 */
const matching = async (db: Db, text: string): Promise<string[] | undefined> => {
  const most = FEW + 1
  const people = db.selectFrom('users').select('id')
  const named = await people.where('deletedAt', 'is', null).where(contains('name_folded', text)).limit(most).execute()
  if (named.length > FEW) return undefined
  const emails = db.selectFrom('users').select('emailFolded').where(contains('email_folded', text)).limit(most)
  const mailed = await people.where('emailFolded', 'in', emails).execute()
  return mailed.length > FEW ? undefined : [...new Set([...named, ...mailed].map(({ id }) => id))]
}

const among = (db: Db, filter: Filter, ids: readonly string[]) =>
  filtered(db, { role: filter.role, search: undefined }).where('id', 'in', ids)

/** A page of people whose ids are known. */
const pageOf = async (db: Db, matches: readonly string[], filter: Filter, { limit, cursor }: Page): Promise<Found> => {
  const ids = filter.role && matches.length > 0 ? (await among(db, filter, matches).select('id').execute()).map(({ id }) => id) : matches
  const wanted = ids
    .filter((id) => cursor === undefined || id < cursor)
    .toSorted()
    .toReversed()
    .slice(0, limit + 1)
  const rows = wanted.length > 0 ? await among(db, filter, wanted).select(columns).orderBy('id', 'desc').execute() : []
  return { rows, total: ids.length }
}

export const find = async (db: Db, filter: Filter, wanted: Page): Promise<Found> => {
  const ids = filter.search ? await matching(db, filter.search) : undefined
  return ids ? pageOf(db, ids, filter, wanted) : page(db, filter, wanted)
}
