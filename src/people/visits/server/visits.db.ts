import type { VisitsTable } from '#server/db/tables/people.ts'
import type { Db } from '#server/db/tables.ts'
import type { Place } from '#server/http/paging.ts'

export const personOf = (db: Db, id: string) =>
  db.selectFrom('users').select(['id', 'role']).where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst()

export const lastOf = (db: Db, userId: string) =>
  db
    .selectFrom('visits')
    .select(['number', 'kind', 'at'])
    .where('userId', '=', userId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The unique number decides between two concurrent presses: the later one inserts nothing. */
export const insert = (db: Db, visit: VisitsTable) =>
  db
    .insertInto('visits')
    .values(visit)
    .onConflict((conflict) => conflict.columns(['userId', 'number']).doNothing())
    .execute()

/** Returns a page of a student's visits, newest first. */
export const page = (db: Db, userId: string, limit: number, before: number | undefined) =>
  db
    .selectFrom('visits')
    .innerJoin('users as author', 'author.id', 'visits.byId')
    .select(['visits.id', 'visits.number', 'visits.kind', 'visits.at', 'author.name as by'])
    .where('visits.userId', '=', userId)
    .$if(before !== undefined, (query) => query.where('visits.number', '<', before ?? 0))
    .orderBy('visits.number', 'desc')
    .limit(limit)
    .execute()

/** Selects last visits that are an In since this instant. Visits are read before people, so that a long history costs nothing. */
const insideSince = (db: Db, start: string) =>
  db
    .selectFrom('visits')
    .where('visits.at', '>=', start)
    .where('visits.kind', '=', 'in')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('visits as later')
            .select('later.number')
            .whereRef('later.userId', '=', 'visits.userId')
            .whereRef('later.number', '>', 'visits.number'),
        ),
      ),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users')
          .select('users.id')
          .whereRef('users.id', '=', 'visits.userId')
          .where('users.role', '=', 'student')
          .where('users.deletedAt', 'is', null),
      ),
    )

export const countInside = async (db: Db, start: string): Promise<number> =>
  (
    await insideSince(db, start)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Returns a page of the students inside, latest arrival first. */
export const inside = (db: Db, start: string, limit: number, after: Place | undefined): Promise<Place[]> =>
  insideSince(db, start)
    .select(['visits.userId as id', 'visits.at'])
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('visits.at', 'visits.userId'), '<', eb.tuple(after?.at ?? '', after?.id ?? ''))),
    )
    .orderBy('visits.at', 'desc')
    .orderBy('visits.userId', 'desc')
    .limit(limit)
    .execute()

export const people = (db: Db, ids: readonly string[]) =>
  db.selectFrom('users').select(['id', 'name', 'seatNumber', 'slot', 'pictureSha256']).where('id', 'in', ids).execute()

export const onPersonDeleted = async (tx: Db, userId: string): Promise<void> => {
  await tx.deleteFrom('visits').where('userId', '=', userId).execute()
}
