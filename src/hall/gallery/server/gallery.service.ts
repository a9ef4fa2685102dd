import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { cleanFileName } from '#contract/fileName.ts'
import { type GalleryImage, type galleryApi, galleryErrors, notGalleryImage } from '#hall/gallery/gallery.contract.ts'
import { orderOfNew } from '#hall/gallery/gallery.policy.ts'
import { newId } from '#server/db/ids.ts'
import { lock } from '#server/db/locks.ts'
import type { GalleryImagesTable } from '#server/db/tables/hall.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, OpenCtx } from '#server/feature/platform.ts'
import { isValidDailyLink } from '#server/files/dailyLinks.ts'
import { type StoredSizes, withPictureSizes } from '#server/files/pictures.ts'
import type { FileAnswer } from '#server/http/fileAnswer.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { galleryLimits } from '../gallery.contract.ts'
import { imagesFor, publicImage, widths } from './gallery.answer.ts'
import * as rows from './gallery.db.ts'

export const publicList = async ({ db }: Pick<OpenCtx, 'db'>): Promise<Reply<typeof galleryApi.publicList>> => ({
  items: (await rows.shown(db)).map(publicImage),
  nextCursor: null,
})

export const list = async (ctx: Pick<Ctx, 'db' | 'clock'>): Promise<Reply<typeof galleryApi.list>> => ({
  items: await imagesFor(ctx, await rows.all(ctx.db)),
  nextCursor: null,
})

/** The fields that the audit records. */
const told = ({ title, description, position, isActive, largeSha256 }: GalleryImagesTable) => ({
  title,
  description,
  order: position,
  isActive: isActive === 1,
  image: largeSha256,
})

type New = Pick<GalleryImage, 'title' | 'description' | 'order'>

const rowOf = ({ me, now }: Ctx, { title, description, order }: New, { hashes, ...about }: StoredSizes): GalleryImagesTable => {
  const [largeSha256 = '', mediumSha256 = '', smallSha256 = ''] = hashes
  return {
    ...about,
    ...{ id: newId(), title, description, position: order, isActive: 1 },
    ...{ largeSha256, mediumSha256, smallSha256, uploadedBy: me._id, createdAt: now.toISOString() },
  }
}

const tooMany = async (db: Db): Promise<boolean> => (await rows.count(db)) >= galleryLimits.images

export const create = async (ctx: Ctx, { body, file }: Input<typeof galleryApi.create>): Promise<GalleryImage> => {
  // Checked before the expensive re-encoding.
  if (await tooMany(ctx.db)) throw new AppError(galleryErrors.tooMany)
  const kinds = ['image/jpeg', 'image/png', 'image/webp'] as const
  const row = await withPictureSizes(ctx, file, { widths, field: 'image', message: notGalleryImage, kinds }, async (tx, stored) => {
    await lock(tx, 'gallery')
    if (await tooMany(tx)) throw new AppError(galleryErrors.tooMany)
    const { title, description = '', order = orderOfNew(await rows.highestPosition(tx)) } = body
    const made = rowOf(ctx, { title, description, order }, stored)
    await rows.insert(tx, made)
    await writeAudit(tx, ctx, { action: 'gallery.create', targetId: made.id, after: told(made) })
    return made
  })
  return oneFor(ctx, { ...row, uploaderName: ctx.me.name, uploaderDeletedAt: null })
}

/** Must run outside the transaction: the key of signed addresses is read from the outer database. */
const oneFor = async (ctx: Ctx, row: rows.ImageRow): Promise<GalleryImage> => {
  const [image] = await imagesFor(ctx, [row])
  if (!image) throw new Error('There is one image for each row')
  return image
}

/** Takes the lock before reading, because the update depends on the row that was read. */
const mustFind = async (tx: Db, id: string): Promise<rows.ImageRow> => {
  await lock(tx, 'gallery')
  const row = await rows.find(tx, id)
  if (!row) throw new AppError(commonErrors.notFound)
  return row
}

export const update = async (ctx: Ctx, { params: { id }, body }: Input<typeof galleryApi.update>): Promise<GalleryImage> => {
  const saved = await ctx.transact(async (tx) => {
    const before = await mustFind(tx, id)
    const change = {
      title: body.title ?? before.title,
      description: body.description ?? before.description,
      position: body.order ?? before.position,
      isActive: body.isActive === undefined ? before.isActive : body.isActive ? (1 as const) : (0 as const),
    }
    await rows.update(tx, id, change)
    const after = { ...before, ...change }
    await writeAudit(tx, ctx, { action: 'gallery.update', targetId: id, before: told(before), after: told(after) })
    return after
  })
  return oneFor(ctx, saved)
}

export const remove = (ctx: Ctx, { params: { id } }: Input<typeof galleryApi.remove>): Promise<void> =>
  ctx.transact(async (tx) => {
    const before = await mustFind(tx, id)
    await rows.remove(tx, id)
    await writeAudit(tx, ctx, { action: 'gallery.remove', targetId: id, before: told(before) })
  })

const placesOf = (images: readonly rows.ImageRow[]) => ({ order: Object.fromEntries(images.map(({ id, position }) => [id, position])) })

export const reorder = async (ctx: Ctx, { body }: Input<typeof galleryApi.reorder>): Promise<Reply<typeof galleryApi.reorder>> => {
  const inNewOrder = await ctx.transact(async (tx) => {
    await lock(tx, 'gallery')
    const before = await rows.all(tx)
    const known = new Map(before.map((row) => [row.id, row]))
    if (body.images.some(({ id }) => !known.has(id))) throw new AppError(galleryErrors.unknownImage, { field: 'images' })
    for (const { id, order } of body.images) if (known.get(id)?.position !== order) await rows.update(tx, id, { position: order })
    const after = await rows.all(tx)
    await writeAudit(tx, ctx, { action: 'gallery.reorder', before: placesOf(before), after: placesOf(after) })
    return after
  })
  return { items: await imagesFor(ctx, inNewOrder), nextCursor: null }
}

/** Inactive pictures are served only at a signed address. */
export const image = async (ctx: OpenCtx, { params, query }: Input<typeof galleryApi.image>): Promise<FileAnswer> => {
  const { id, sha256 } = params
  const found = await rows.content(ctx.db, id, sha256)
  if (!found) throw new AppError(commonErrors.notFound)
  const { title, isActive, ...content } = found
  const isSigned = isActive === 0 && (await isValidDailyLink(ctx, { path: `/api/gallery/${id}/image/${sha256}`, sha256 }, query))
  if (isActive === 0 && !isSigned) throw new AppError(commonErrors.notFound)
  const cache = isSigned ? 'day' : 'immutable'
  return { ...content, fileName: cleanFileName(`${title}.webp`), disposition: 'inline', cache, isPicture: true }
}
