import type { AnnouncementsTable } from '#server/db/tables/hall.ts'
import type { Db } from '#server/db/tables.ts'

const inOrder = (db: Db) =>
  db.selectFrom('announcements').selectAll().orderBy('priority', 'desc').orderBy('createdAt', 'desc').orderBy('id', 'desc')

/** Highest priority first, then newest first. */
export const all = (db: Db) => inOrder(db).execute()

/** Announcements visible at `now`, in the same order. */
export const shown = (db: Db, now: string) =>
  inOrder(db)
    .where('isActive', '=', 1)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .execute()

export const count = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('announcements')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const find = (db: Db, id: string) => db.selectFrom('announcements').selectAll().where('id', '=', id).executeTakeFirst()

export const insert = (db: Db, row: AnnouncementsTable) => db.insertInto('announcements').values(row).execute()

export type Change = Partial<Pick<AnnouncementsTable, 'title' | 'content' | 'priority' | 'expiresAt' | 'isActive' | 'updatedAt'>>

export const update = (db: Db, id: string, change: Change) =>
  db.updateTable('announcements').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const remove = (db: Db, id: string) => db.deleteFrom('announcements').where('id', '=', id).execute()
