import { endInstant } from '#contract/day.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { type Announcement, announcementErrors, type announcementsApi } from '#hall/announcements/announcements.contract.ts'
import { newId } from '#server/db/ids.ts'
import { lock } from '#server/db/locks.ts'
import type { AnnouncementsTable } from '#server/db/tables/hall.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx, OpenCtx } from '#server/feature/platform.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import { announcementLimits } from '../announcements.contract.ts'
import * as rows from './announcements.db.ts'

const toAnnouncement = ({ id, title, content, priority, expiresAt, isActive, createdAt }: AnnouncementsTable): Announcement => ({
  _id: id,
  title,
  content,
  priority,
  expiresAt,
  isActive: isActive === 1,
  createdAt,
})

export const publicList = async ({
  db,
  now,
  staleAt,
}: Pick<OpenCtx, 'db' | 'now' | 'staleAt'>): Promise<Reply<typeof announcementsApi.publicList>> => {
  const shown = await rows.shown(db, now.toISOString())
  for (const { expiresAt } of shown) staleAt(expiresAt)
  return { items: shown.map(({ id, title, content, createdAt }) => ({ _id: id, title, content, createdAt })), nextCursor: null }
}

export const list = async ({ db }: Ctx): Promise<Reply<typeof announcementsApi.list>> => ({
  items: (await rows.all(db)).map(toAnnouncement),
  nextCursor: null,
})

/** Converts an instant or a day to the instant at which the announcement expires. */
const instantOf = ({ config }: Pick<Ctx, 'config'>, expiry: string | null): string | null =>
  expiry === null ? null : endInstant(config.timeZone, expiry)

/** The fields that the audit records. */
const told = ({ title, content, priority, expiresAt, isActive }: AnnouncementsTable) => ({
  title,
  content,
  priority,
  expiresAt,
  isActive: isActive === 1,
})

export const create = (ctx: Ctx, { body }: Input<typeof announcementsApi.create>): Promise<Announcement> =>
  ctx.transact(async (tx) => {
    // Serializes creation, so that two concurrent calls cannot exceed the limit.
    await lock(tx, 'announcements')
    if ((await rows.count(tx)) >= announcementLimits.most) throw new AppError(announcementErrors.tooMany)
    const { title, content, priority, expiresAt = null } = body
    const now = ctx.now.toISOString()
    const row: AnnouncementsTable = {
      id: newId(),
      title,
      content,
      priority,
      expiresAt: instantOf(ctx, expiresAt),
      isActive: 1,
      createdBy: ctx.me._id,
      createdAt: now,
      updatedAt: now,
    }
    await rows.insert(tx, row)
    await writeAudit(tx, ctx, { action: 'announcements.create', targetId: row.id, after: told(row) })
    return toAnnouncement(row)
  })

/** Takes the lock before reading, because the update depends on the row that was read. */
const mustFind = async (tx: Db, id: string): Promise<AnnouncementsTable> => {
  await lock(tx, 'announcements')
  const row = await rows.find(tx, id)
  if (!row) throw new AppError(commonErrors.notFound)
  return row
}

type Changed = Pick<AnnouncementsTable, 'title' | 'content' | 'priority' | 'expiresAt' | 'isActive'>

const change = (ctx: Ctx, id: string, next: (before: AnnouncementsTable) => Changed): Promise<Announcement> =>
  ctx.transact(async (tx) => {
    const before = await mustFind(tx, id)
    const after = await rows.update(tx, id, { ...next(before), updatedAt: ctx.now.toISOString() })
    await writeAudit(tx, ctx, { action: 'announcements.update', targetId: id, before: told(before), after: told(after) })
    return toAnnouncement(after)
  })

export const update = (ctx: Ctx, { params: { id }, body }: Input<typeof announcementsApi.update>): Promise<Announcement> =>
  change(ctx, id, (before) => ({
    title: body.title ?? before.title,
    content: body.content ?? before.content,
    priority: body.priority ?? before.priority,
    expiresAt: body.expiresAt === undefined ? before.expiresAt : instantOf(ctx, body.expiresAt),
    isActive: body.isActive === undefined ? before.isActive : body.isActive ? 1 : 0,
  }))

export const toggle = (ctx: Ctx, { params: { id } }: Input<typeof announcementsApi.toggle>): Promise<Announcement> =>
  change(ctx, id, (before) => ({ ...before, isActive: before.isActive === 1 ? 0 : 1 }))

export const remove = (ctx: Ctx, { params: { id } }: Input<typeof announcementsApi.remove>): Promise<void> =>
  ctx.transact(async (tx) => {
    const before = await mustFind(tx, id)
    await rows.remove(tx, id)
    await writeAudit(tx, ctx, { action: 'announcements.remove', targetId: id, before: told(before) })
  })
