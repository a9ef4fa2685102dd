import type { WritingStopsTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'

const detailed = (db: Db) =>
  db
    .selectFrom('writingStops')
    .innerJoin('users', 'users.id', 'writingStops.userId')
    .innerJoin('users as stopper', 'stopper.id', 'writingStops.stoppedBy')
    .selectAll('writingStops')
    .select(['users.name', 'users.role', 'users.email', 'users.pictureSha256', 'stopper.name as stopperName'])
    .where('users.deletedAt', 'is', null)

export type StopRow = Awaited<ReturnType<ReturnType<typeof detailed>['execute']>>[number]

export const byPerson = (db: Db, userId: string): Promise<StopRow | undefined> =>
  detailed(db).where('writingStops.userId', '=', userId).executeTakeFirst()

/** Returns the current bans, the first to end first. */
export const page = (db: Db, now: string, limit: number, offset: number): Promise<StopRow[]> =>
  detailed(db)
    .where('writingStops.until', '>', now)
    .orderBy('writingStops.until')
    .orderBy('writingStops.userId')
    .limit(limit)
    .offset(offset)
    .execute()

export const save = (tx: Db, { userId, ...stop }: WritingStopsTable) =>
  tx
    .insertInto('writingStops')
    .values({ userId, ...stop })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(stop))
    .execute()

/** Returns the removed ban, or undefined if there was none. */
export const remove = (tx: Db, userId: string): Promise<WritingStopsTable | undefined> =>
  tx.deleteFrom('writingStops').where('userId', '=', userId).returningAll().executeTakeFirst()

export const personById = (tx: Db, id: string) =>
  tx.selectFrom('users').select(['id', 'name', 'role']).where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst()
