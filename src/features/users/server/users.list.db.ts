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

/** One row more than the page has, where there is one, and how many there are in all. */
type Found = { rows: UserRow[]; total: number }

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
  return { rows, total: isWhole ? rows.length : await count(db, filter) }
}

const count = async (db: Db, filter: Filter): Promise<number> => {
  const counting = filtered(db, filter).select((eb) => eb.fn.countAll<number>().as('count'))
  return (await counting.executeTakeFirstOrThrow()).count
}

const FEW = 200

/**
 * The ids of everybody with this text in the name or the email, or more than `FEW`. It reads an index of the names and one of
 * the emails, which takes a third of the time of reading the people themselves.
 */
const matching = async (db: Db, text: string): Promise<string[]> => {
  const most = FEW + 1
  const named = db.selectFrom('users').select('id').where('deletedAt', 'is', null).where(contains('name_folded', text)).limit(most)
  const mailed = db.selectFrom('users').select('emailFolded').where(contains('email_folded', text)).limit(most)
  const found = await db
    .selectFrom(named.as('named'))
    .select('id')
    .union(db.selectFrom('users').select('id').where('emailFolded', 'in', mailed))
    .execute()
  return found.map(({ id }) => id)
}

/** A page of all matches, where they are so few that they are read whole. */
const pageOf = async (db: Db, ids: readonly string[], role: Filter['role'], { limit, cursor }: Page): Promise<Found> => {
  const rows =
    ids.length === 0
      ? []
      : await filtered(db, { search: undefined, role }).select(columns).where('id', 'in', ids).orderBy('id', 'desc').execute()
  return { rows: rows.filter(({ id }) => cursor === undefined || id < cursor).slice(0, limit + 1), total: rows.length }
}

export const find = async (db: Db, filter: Filter, wanted: Page): Promise<Found> => {
  const ids = filter.search ? await matching(db, filter.search) : undefined
  return ids && ids.length <= FEW ? pageOf(db, ids, filter.role, wanted) : page(db, filter, wanted)
}
