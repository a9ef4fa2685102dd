import type { NoticesTable } from '#server/db/tables/hall.ts'
import type { Db } from '#server/db/tables.ts'

/** Selects notices with their author and file. */
export const withDetails = (db: Db) =>
  db
    .selectFrom('notices')
    .innerJoin('users as author', 'author.id', 'notices.createdBy')
    .leftJoin('files', 'files.sha256', 'notices.attachmentSha256')
    .selectAll('notices')
    .select(['author.name as authorName', 'author.email as authorEmail', 'files.size as fileSize', 'files.mediaType as fileType'])

export type NoticeRow = Awaited<ReturnType<typeof all>>[number]

export const all = (db: Db, limit: number) => withDetails(db).orderBy('notices.id', 'desc').limit(limit).execute()

export const byId = (db: Db, id: string): Promise<NoticeRow | undefined> => withDetails(db).where('notices.id', '=', id).executeTakeFirst()

export const count = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('notices')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const insert = (db: Db, notice: NoticesTable) => db.insertInto('notices').values(notice).execute()

export const update = (db: Db, id: string, change: Omit<NoticesTable, 'id' | 'createdBy' | 'createdAt'>) =>
  db.updateTable('notices').set(change).where('id', '=', id).execute()

/** Its recipients and read marks are deleted with it. */
export const remove = (db: Db, id: string) => db.deleteFrom('notices').where('id', '=', id).execute()
