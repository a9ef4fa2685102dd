import { isStaff } from '#contract/actor.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { NoticesTable } from '#server/db/tables/hall.ts'
import { isForeignKeyViolation } from '#server/db/violations.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import type { FileAnswer } from '#server/http/fileAnswer.ts'
import type { noticesApi } from '../notices.contract.ts'
import { noticeLimits } from '../notices.contract.ts'
import { toNotices, toReadable } from './notices.answer.ts'
import * as rows from './notices.db.ts'
import { insertRead } from './notices.targets.db.ts'

export const all = async ({ db, now, staleAt }: Ctx): Promise<Reply<typeof noticesApi.all>> => {
  const at = now.toISOString()
  for (const instant of await rows.nextInstants(db, at)) staleAt(instant)
  return { items: await toNotices(db, await rows.all(db, noticeLimits.most), at), nextCursor: null }
}

const readerOf = ({ me, now }: Ctx) => ({ personId: me._id, now: now.toISOString() })

/** Returns the caller's current notices. They are personal and must not be cached. */
const listCurrent = async (ctx: Ctx, types: readonly NoticesTable['type'][]): Promise<Reply<typeof noticesApi.mine>> => {
  const reader = readerOf(ctx)
  for (const instant of await rows.nextInstants(ctx.db, reader.now, reader.personId)) ctx.staleAt(instant)
  const found = await rows.current(ctx.db, reader, types, noticeLimits.most)
  return { items: found.map(toReadable), nextCursor: null }
}

export const mine = (ctx: Ctx) => listCurrent(ctx, ['banner', 'marquee', 'tab'])
export const bannerMarquee = (ctx: Ctx) => listCurrent(ctx, ['banner', 'marquee'])
export const tab = (ctx: Ctx) => listCurrent(ctx, ['tab'])

/** Read marks concern only the reader and staff, so they are not audited. */
export const markRead = async (ctx: Ctx, { params: { id } }: Input<typeof noticesApi.markRead>): Promise<void> => {
  const reader = readerOf(ctx)
  try {
    await ctx.transact(async (tx) => {
      if (!(await rows.currentById(tx, id, reader))) throw new AppError(commonErrors.notFound)
      await insertRead(tx, { noticeId: id, userId: ctx.me._id, readAt: reader.now })
    })
  } catch (error) {
    // The notice was deleted between the check and the insert.
    throw isForeignKeyViolation(error) ? new AppError(commonErrors.notFound) : error
  }
}

/** Staff can open attachments of all notices, others only those of their current ones. */
export const attachment = async (ctx: Ctx, { params: { id } }: Input<typeof noticesApi.attachment>): Promise<FileAnswer> => {
  const row = isStaff(ctx.me) ? await rows.byId(ctx.db, id) : await rows.currentById(ctx.db, id, readerOf(ctx))
  if (!row?.attachmentSha256 || row.fileSize === null || row.fileType === null) throw new AppError(commonErrors.notFound)
  return {
    sha256: row.attachmentSha256,
    size: row.fileSize,
    mediaType: row.fileType,
    fileName: row.attachmentName ?? 'attachment',
    disposition: 'inline',
    cache: 'private',
    isPicture: row.fileType === 'image/webp',
  }
}
