import type { Db } from '#server/db/tables.ts'

/** Selects recipients by name, of all notices or of one. */
export const targets = (db: Db, noticeId?: string) =>
  db
    .selectFrom('noticeTargets')
    .innerJoin('users', 'users.id', 'noticeTargets.userId')
    .select(['noticeTargets.noticeId', 'users.id', 'users.name', 'users.email'])
    .$if(noticeId !== undefined, (query) => query.where('noticeTargets.noticeId', '=', noticeId ?? ''))
    .orderBy('users.nameFolded')
    .orderBy('users.id')
    .execute()

export const targetIds = async (db: Db, noticeId: string): Promise<string[]> =>
  (await db.selectFrom('noticeTargets').select('userId').where('noticeId', '=', noticeId).orderBy('userId').execute()).map(
    ({ userId }) => userId,
  )

export const countTargets = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('noticeTargets')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Counts how many of these ids are people who are not deleted. */
export const countPeople = async (db: Db, ids: readonly string[]): Promise<number> => {
  if (ids.length === 0) return 0
  const counting = db.selectFrom('users').where('id', 'in', ids).where('deletedAt', 'is', null)
  return (await counting.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

export const setTargets = async (db: Db, noticeId: string, userIds: readonly string[]): Promise<void> => {
  await db.deleteFrom('noticeTargets').where('noticeId', '=', noticeId).execute()
  const rows = userIds.map((userId) => ({ noticeId, userId }))
  if (rows.length > 0) await db.insertInto('noticeTargets').values(rows).execute()
}

/** The primary key allows one mark per pair; reading again keeps the first. */
export const insertRead = (db: Db, read: { noticeId: string; userId: string; readAt: string }) =>
  db
    .insertInto('noticeReads')
    .values(read)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const clearReads = (db: Db, noticeId: string) => db.deleteFrom('noticeReads').where('noticeId', '=', noticeId).execute()

export const onPersonDeleted = async (tx: Db, userId: string): Promise<void> => {
  await tx.deleteFrom('noticeTargets').where('userId', '=', userId).execute()
  await tx.deleteFrom('noticeReads').where('userId', '=', userId).execute()
}
