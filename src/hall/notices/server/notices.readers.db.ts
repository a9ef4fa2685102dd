import { type ExpressionBuilder, sql } from 'kysely'
import { fold, likeContains } from '#server/db/fold.ts'
import type { UsersTable } from '#server/db/tables/people.ts'
import type { Db, Tables } from '#server/db/tables.ts'

/** Returns the number of readers of each notice by its id; notices without readers may be missing. */
export const countReads = async (db: Db, noticeId?: string): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('noticeReadCounts')
    .selectAll()
    .$if(noticeId !== undefined, (query) => query.where('noticeId', '=', noticeId ?? ''))
    .execute()
  return new Map(rows.map(({ noticeId: id, readers }) => [id, readers]))
}

/** Sorts after every id. */
const LAST = '~'

/**
 * Selects the first `most` readers of each notice, ordered by id. The last id is found first, once for each notice, so that no more rows
 * are read even with many thousand readers. SQLite keeps the order of a cross join: otherwise it reads all readers and looks for their
 * notices.
 */
export const firstReaders = (db: Db, most: number, noticeId?: string) =>
  db
    .with(
      (cte) => cte('bounds').materialized(),
      (cte) =>
        cte
          .selectFrom('notices')
          .select((eb) => [
            'notices.id',
            eb.fn
              .coalesce(
                eb
                  .selectFrom('noticeReads')
                  .select('noticeReads.userId')
                  .whereRef('noticeReads.noticeId', '=', 'notices.id')
                  .orderBy('noticeReads.userId')
                  .offset(most)
                  .limit(1),
                eb.val(LAST),
              )
              .as('end'),
          ])
          .$if(noticeId !== undefined, (query) => query.where('notices.id', '=', noticeId ?? '')),
    )
    .selectFrom('bounds')
    .crossJoin('noticeReads')
    .whereRef('noticeReads.noticeId', '=', 'bounds.id')
    .whereRef('noticeReads.userId', '<', 'bounds.end')
    .select(['noticeReads.noticeId', 'noticeReads.userId'])
    .orderBy('noticeReads.noticeId')
    .orderBy('noticeReads.userId')
    .execute()

/** Accounts active on this day. */
const working = (db: Db, today: string) =>
  db
    .selectFrom('users')
    .where('users.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('users.terminationDate', 'is', null), eb('users.terminationDate', '>=', today)]))

type People = ReturnType<typeof working>

/** Sorts by name, after the person `after`, whose name may have changed since: pages follow the current order. */
const pageByName = (query: People, limit: number, after: string | undefined) =>
  query
    .$if(after !== undefined, (all) =>
      all.where((eb) =>
        eb(
          eb.refTuple('users.nameFolded', 'users.id'),
          '>',
          eb
            .selectFrom('users as last')
            .select(['last.nameFolded', 'last.id'])
            .where('last.id', '=', after ?? '')
            .$asTuple('nameFolded', 'id'),
        ),
      ),
    )
    .orderBy('users.nameFolded')
    .orderBy('users.id')
    .limit(limit)

const counted = async (query: People): Promise<number> =>
  (await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count

export type PeopleFilter = {
  today: string
  search: string | undefined
  slot: UsersTable['slot'] | undefined
  /** The last day that counts as expiring. */
  expiringUntil: string | undefined
}

const contains = (column: 'users.name_folded' | 'users.email_folded', text: string) =>
  sql<boolean>`${sql.ref(column)} like ${likeContains(fold(text))} escape '\\'`

const filtered = (db: Db, { today, search, slot, expiringUntil }: PeopleFilter) =>
  working(db, today)
    .$if(!!slot, (query) => query.where('users.slot', '=', slot ?? null))
    .$if(expiringUntil !== undefined, (query) => query.where('users.terminationDate', '<=', expiringUntil ?? ''))
    .$if(!!search, (query) =>
      query.where((eb) => eb.or([contains('users.name_folded', search ?? ''), contains('users.email_folded', search ?? '')])),
    )

export const countPeople = (db: Db, filter: PeopleFilter): Promise<number> => counted(filtered(db, filter))

export const peoplePage = (db: Db, filter: PeopleFilter, limit: number, after: string | undefined) =>
  pageByName(filtered(db, filter), limit, after)
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'users.slot', 'users.seatNumber', 'users.terminationDate'])
    .execute()

type Audience = { id: string; isForAll: boolean }

/** From this number of readers on, a page goes through all people by name and looks for the mark of each, until it is full. */
const MANY_READERS = 500

/** The mark that a person, `users` of the outer query, has read this notice. */
const markOf = ({ selectFrom }: ExpressionBuilder<Tables, 'users'>, noticeId: string) =>
  selectFrom('noticeReads')
    .select('noticeReads.userId')
    .where('noticeReads.noticeId', '=', noticeId)
    .whereRef('noticeReads.userId', '=', 'users.id')

const have = (db: Db, noticeId: string, readers: number) =>
  db
    .selectFrom('users')
    .where('users.deletedAt', 'is', null)
    .where((eb) =>
      readers < MANY_READERS
        ? eb('users.id', 'in', eb.selectFrom('noticeReads').select('noticeReads.userId').where('noticeReads.noticeId', '=', noticeId))
        : eb.exists(markOf(eb, noticeId)),
    )

const haveNot = (db: Db, { id, isForAll }: Audience, today: string) =>
  working(db, today)
    .$if(!isForAll, (query) =>
      query.where((eb) =>
        eb('users.id', 'in', eb.selectFrom('noticeTargets').select('noticeTargets.userId').where('noticeTargets.noticeId', '=', id)),
      ),
    )
    .where((eb) => eb.not(eb.exists(markOf(eb, id))))

export const countHaveNot = (db: Db, audience: Audience, today: string): Promise<number> => counted(haveNot(db, audience, today))

/** Selects the people who have read a notice with this number of readers. */
export const readersPage = (db: Db, noticeId: string, readers: number, limit: number, after: string | undefined) =>
  pageByName(have(db, noticeId, readers), limit, after)
    .select((eb) => [
      'users.id',
      'users.name',
      'users.email',
      eb
        .selectFrom('noticeReads')
        .select('noticeReads.readAt')
        .whereRef('noticeReads.userId', '=', 'users.id')
        .where('noticeReads.noticeId', '=', noticeId)
        .as('readAt'),
    ])
    .execute()

/** Selects the recipients with active accounts who have not read the notice. */
export const nonReadersPage = (db: Db, audience: Audience, today: string, limit: number, after: string | undefined) =>
  pageByName(haveNot(db, audience, today), limit, after)
    .select(['users.id', 'users.name', 'users.email'])
    .execute()
