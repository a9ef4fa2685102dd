import type { Db } from '#server/db/tables.ts'

export type Unannounced = Awaited<ReturnType<typeof unannounced>>[number]

/** Returns the current notices whose readers were not notified yet. */
export const unannounced = (db: Db, now: string) =>
  db
    .selectFrom('notices')
    .leftJoin('noticePushes', 'noticePushes.noticeId', 'notices.id')
    .select(['notices.id', 'notices.title', 'notices.targetAllUsers', 'notices.createdBy'])
    .where('noticePushes.noticeId', 'is', null)
    .where('notices.isActive', '=', 1)
    .where((eb) => eb.or([eb('notices.publishAt', 'is', null), eb('notices.publishAt', '<=', now)]))
    .where((eb) => eb.or([eb('notices.expiresAt', 'is', null), eb('notices.expiresAt', '>', now)]))
    .orderBy('notices.id')
    .execute()

/** Returns whether no other transaction has marked it. */
export const markAnnounced = async (tx: Db, noticeId: string): Promise<boolean> =>
  (await tx
    .insertInto('noticePushes')
    .values({ noticeId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('noticeId')
    .executeTakeFirst()) !== undefined
