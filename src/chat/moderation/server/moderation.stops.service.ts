import { deleteRecent } from '#chat/conversations/server/conversations.review.service.ts'
import { endInstant } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { lockPeople } from '#people/users/server/users.lock.service.ts'
import { pictureLinks } from '#people/users/server/users.pictures.service.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, Platform } from '#server/feature/platform.ts'
import { byPosition, pageOf } from '#server/http/paging.ts'
import { HOUR } from '#server/time.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import type { moderationApi } from '../moderation.contract.ts'
import { moderationPolicy } from '../moderation.policy.ts'
import { moderationErrors, type Stop } from '../moderation.shapes.contract.ts'
import * as rows from './moderation.stops.db.ts'

const shower = async (ctx: Pick<Platform, 'db' | 'clock'>): Promise<(row: rows.StopRow) => Stop> => {
  const pictureOf = await pictureLinks(ctx)
  return (row) => ({
    user: {
      _id: row.userId,
      name: row.name,
      role: row.role,
      profilePicture: pictureOf({ id: row.userId, pictureSha256: row.pictureSha256 }),
      email: row.email,
    },
    until: row.until,
    reason: row.reason,
    stoppedBy: { _id: row.stoppedBy, name: row.stopperName },
    stoppedAt: row.stoppedAt,
  })
}

export const stops = async (ctx: Ctx, { query }: Input<typeof moderationApi.stops>): Promise<Reply<typeof moderationApi.stops>> => {
  const page = await pageOf(byPosition, query, async (limit, from = 0) => {
    const found = await rows.page(ctx.db, ctx.now.toISOString(), limit, from)
    return found.map((row, at) => ({ row, position: from + at }))
  })
  ctx.staleAt(page.items[0]?.row.until ?? null)
  const show = await shower(ctx)
  return { items: page.items.map(({ row }) => show(row)), nextCursor: page.nextCursor }
}

/** Returns the person, read behind the lock; throws if the caller may not ban them. */
const findStoppable = async (tx: Db, ctx: Ctx, id: string) => {
  await lockPeople(tx, ctx)
  const person = await rows.personById(tx, id)
  if (!person) throw new AppError(commonErrors.notFound)
  const kind = moderationPolicy.whyNotStop(ctx.me, { _id: person.id, role: person.role })
  if (kind) throw new AppError(kind)
  return person
}

const deleteOf = (ctx: Ctx, id: string, name: string, hours: number): Promise<number> => {
  const since = new Date(ctx.now.getTime() - hours * HOUR * 1_000).toISOString()
  return deleteRecent(ctx, { senderId: id, since }, (tx, count) =>
    writeAudit(tx, ctx, { action: 'moderation.deleteRecent', targetId: id, after: { name, messages: count, hours } }),
  )
}

/** Bans a person. The ban starts before their messages are deleted, so that no new ones are added during the deletion. */
export const stop = async (
  ctx: Ctx,
  { params: { id }, body }: Input<typeof moderationApi.stop>,
): Promise<Reply<typeof moderationApi.stop>> => {
  const until = endInstant(ctx.config.timeZone, body.until)
  const [reason, hours] = [body.reason ?? '', body.deleteHours ?? 0]
  const row = await ctx.transact(async (tx) => {
    const person = await findStoppable(tx, ctx, id)
    if (until <= ctx.now.toISOString()) throw new AppError(moderationErrors.past, { field: 'until' })
    await rows.save(tx, { userId: id, until, reason, stoppedBy: ctx.me._id, stoppedAt: ctx.now.toISOString() })
    await writeAudit(tx, ctx, { action: 'moderation.stop', targetId: id, after: { name: person.name, until, reason } })
    ctx.notify('conversations', [id])
    // Read before another administrator can end the ban.
    return rows.byPerson(tx, id)
  })
  if (!row) throw new AppError(commonErrors.notFound)
  const deletedMessages = hours > 0 ? await deleteOf(ctx, id, row.name, hours) : 0
  return { ...(await shower(ctx))(row), deletedMessages }
}

export const endStop = async (ctx: Ctx, { params: { id } }: Input<typeof moderationApi.endStop>): Promise<void> => {
  await ctx.transact(async (tx) => {
    const { name } = await findStoppable(tx, ctx, id)
    const removed = await rows.remove(tx, id)
    if (!removed) return
    await writeAudit(tx, ctx, {
      action: 'moderation.endStop',
      targetId: id,
      before: { name, until: removed.until, reason: removed.reason },
    })
    ctx.notify('conversations', [id])
  })
}
