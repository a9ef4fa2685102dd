import type { GalleryImagesTable } from '#server/db/tables/hall.ts'
import type { Db } from '#server/db/tables.ts'

const inOrder = (db: Db) =>
  db.selectFrom('galleryImages').orderBy('position').orderBy('galleryImages.createdAt').orderBy('galleryImages.id')

const withUploader = (db: Db) =>
  inOrder(db)
    .innerJoin('users', 'users.id', 'galleryImages.uploadedBy')
    .selectAll('galleryImages')
    .select(['users.name as uploaderName', 'users.deletedAt as uploaderDeletedAt'])

export type ImageRow = Awaited<ReturnType<typeof all>>[number]

/** In display order. */
export const all = (db: Db) => withUploader(db).execute()

export const shown = (db: Db) => inOrder(db).selectAll().where('isActive', '=', 1).execute()

export const find = (db: Db, id: string) => withUploader(db).where('galleryImages.id', '=', id).executeTakeFirst()

export const count = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('galleryImages')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const highestPosition = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('galleryImages')
      .select((eb) => eb.fn.max('position').as('highest'))
      .executeTakeFirstOrThrow()
  ).highest ?? 0

export const insert = (db: Db, row: GalleryImagesTable) => db.insertInto('galleryImages').values(row).execute()

export type Change = Partial<Pick<GalleryImagesTable, 'title' | 'description' | 'position' | 'isActive'>>

export const update = (db: Db, id: string, change: Change) => db.updateTable('galleryImages').set(change).where('id', '=', id).execute()

export const remove = (db: Db, id: string) => db.deleteFrom('galleryImages').where('id', '=', id).execute()

/** Selects one size of a picture, with whether visitors see it. */
export const content = (db: Db, id: string, sha256: string) =>
  db
    .selectFrom('galleryImages')
    .innerJoin('files', (join) =>
      join.on((eb) =>
        eb.or([
          eb('files.sha256', '=', eb.ref('galleryImages.largeSha256')),
          eb('files.sha256', '=', eb.ref('galleryImages.mediumSha256')),
          eb('files.sha256', '=', eb.ref('galleryImages.smallSha256')),
        ]),
      ),
    )
    .select(['galleryImages.title', 'galleryImages.isActive', 'files.sha256', 'files.size', 'files.mediaType'])
    .where('galleryImages.id', '=', id)
    .where('files.sha256', '=', sha256)
    .executeTakeFirst()
