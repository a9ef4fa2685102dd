import { sql } from 'kysely'
import type { AccountStatus } from '#features/users/users.contract.ts'
import { likeContains } from '#server/db/fold.ts'
import type { Db, UsersTable } from '#server/db/tables.ts'
import { columns, type UserRow } from './users.db.ts'

export type Filter = {
  /** Folded; blank is no search. */
  search: string | undefined
  role: UsersTable['role'] | undefined
  status: AccountStatus | undefined
  /** The institution's day by which the status is judged. */
  today: string
}

const contains = (column: 'name_folded' | 'email_folded', text: string) =>
  sql<boolean>`${sql.ref(column)} like ${likeContains(text)} escape '\\'`

const filtered = (db: Db, { search, role, status, today }: Filter) =>
  db
    .selectFrom('users')
    .where('deletedAt', 'is', null)
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'student'))
    .$if(status === 'active', (query) =>
      query.where((eb) => eb.or([eb('terminationDate', 'is', null), eb('terminationDate', '>=', today)])),
    )
    .$if(status === 'expired', (query) => query.where('terminationDate', '<', today))
    .$if(Boolean(search), (query) =>
      query.where((eb) => eb.or([contains('name_folded', search ?? ''), contains('email_folded', search ?? '')])),
    )

export const count = async (db: Db, filter: Filter): Promise<number> => {
  const counting = filtered(db, filter).select((eb) => eb.fn.countAll<number>().as('count'))
  return (await counting.executeTakeFirstOrThrow()).count
}

/** As many matches as are gathered before they are looked at: more are found on the way through the people themselves. */
const MAX_MATCHES = 2_000

const among = (db: Db, filter: Filter, ids: readonly string[]) => filtered(db, { ...filter, search: undefined }).where('id', 'in', ids)

/**
 * The ids of everybody whom a search finds, or undefined where nothing is searched for or they are many. It reads an index of the
 * names and one of the emails, which takes a third of the time of reading the people themselves.
 */
export const matching = async (db: Db, filter: Filter): Promise<string[] | undefined> => {
  if (!filter.search) return undefined
  const most = MAX_MATCHES + 1
  const people = db.selectFrom('users').select('id')
  const named = await people.where('deletedAt', 'is', null).where(contains('name_folded', filter.search)).limit(most).execute()
  if (named.length > MAX_MATCHES) return undefined
  const emails = db.selectFrom('users').select('emailFolded').where(contains('email_folded', filter.search)).limit(most)
  const mailed = await people.where('emailFolded', 'in', emails).execute()
  if (mailed.length > MAX_MATCHES) return undefined
  const ids = [...new Set([...named, ...mailed].map(({ id }) => id))]
  if ((!filter.role && !filter.status) || ids.length === 0) return ids
  return (await among(db, filter, ids).select('id').execute()).map(({ id }) => id)
}

/** A page of people, newest first, behind the id `after`; of `matches` where these are known. */
export const page = async (
  db: Db,
  filter: Filter,
  matches: readonly string[] | undefined,
  limit: number,
  after: string | undefined,
): Promise<UserRow[]> => {
  if (!matches) {
    return filtered(db, filter)
      .select(columns)
      .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  }
  const wanted = matches
    .filter((id) => after === undefined || id < after)
    .toSorted()
    .toReversed()
    .slice(0, limit)
  return wanted.length > 0 ? among(db, filter, wanted).select(columns).orderBy('id', 'desc').execute() : []
}

/** The conversations that somebody is in, the newest message first; in the groups that come with the institution everybody is. */
export const conversationIdsOf = async (db: Db, userId: string, most: number): Promise<string[]> =>
  (
    await db
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
  ).map(({ id }) => id)
