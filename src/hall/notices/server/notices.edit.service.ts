import { endInstant, startInstant } from '#contract/day.ts'
import { AppError, commonErrors, type ErrorKind } from '#contract/errors.ts'
import { newId } from '#server/db/ids.ts'
import { lock } from '#server/db/locks.ts'
import type { NoticesTable } from '#server/db/tables/hall.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import type { NewNotice, NoticeChange, noticesApi } from '../notices.contract.ts'
import { noticeLimits } from '../notices.contract.ts'
import { type Notice, noticeErrors } from '../notices.shapes.contract.ts'
import { toNotices } from './notices.answer.ts'
import { type Attachment, readAttachment, withAttachment } from './notices.attachments.service.ts'
import * as rows from './notices.db.ts'
import * as targeting from './notices.targets.db.ts'

/** A notice and the ids of its recipients, in order. */
type Draft = { notice: NoticesTable; targetIds: readonly string[] }

const refuse = (kind: ErrorKind, field: string) => new AppError(kind, { field })

/** Converts an instant of a notice; `undefined` leaves it unchanged. */
const instant = (at: (timeZone: string, given: string) => string, ctx: Ctx, given: string | null | undefined) =>
  given === undefined || given === null ? given : at(ctx.config.timeZone, given)

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

const fileOf = (attachment: Attachment | undefined) =>
  attachment && { attachmentSha256: attachment.file.sha256, attachmentName: attachment.name }

const drafted = (ctx: Ctx, body: NewNotice, attachment: Attachment | undefined): Draft => {
  const named = [...new Set(body.targetUsers ?? [])].toSorted()
  const targetAllUsers = body.targetAllUsers ?? named.length === 0
  const at = ctx.now.toISOString()
  const notice: NoticesTable = {
    id: newId(),
    title: body.title,
    content: body.content,
    type: body.type,
    targetAllUsers: flag(targetAllUsers),
    priority: body.priority ?? 0,
    publishAt: instant(startInstant, ctx, body.publishAt) ?? null,
    expiresAt: instant(endInstant, ctx, body.expiresAt) ?? null,
    isActive: flag(body.isActive ?? true),
    attachmentSha256: null,
    attachmentName: null,
    ...fileOf(attachment),
    createdBy: ctx.me._id,
    createdAt: at,
    updatedAt: at,
  }
  return { notice, targetIds: targetAllUsers ? [] : named }
}

/** Applies a change to a notice: fields that are left out stay, and a new attachment takes precedence over removing the old one. */
const changed = (ctx: Ctx, before: Draft, body: NoticeChange, attachment: Attachment | undefined): Draft => {
  const { notice } = before
  const publishAt = instant(startInstant, ctx, body.publishAt)
  const expiresAt = instant(endInstant, ctx, body.expiresAt)
  const named = body.targetUsers ? [...new Set(body.targetUsers)].toSorted() : before.targetIds
  // Naming people without `targetAllUsers` means only these people.
  const targetAllUsers = body.targetAllUsers ?? (notice.targetAllUsers === 1 && !body.targetUsers?.length)
  const next: NoticesTable = {
    ...notice,
    title: body.title ?? notice.title,
    content: body.content ?? notice.content,
    type: body.type ?? notice.type,
    targetAllUsers: flag(targetAllUsers),
    priority: body.priority ?? notice.priority,
    publishAt: publishAt === undefined ? notice.publishAt : publishAt,
    expiresAt: expiresAt === undefined ? notice.expiresAt : expiresAt,
    isActive: body.isActive === undefined ? notice.isActive : flag(body.isActive),
    ...(body.removeAttachment && { attachmentSha256: null, attachmentName: null }),
    ...fileOf(attachment),
  }
  return { notice: next, targetIds: targetAllUsers ? [] : named }
}

/** A notice with invalid times from an older version can still be edited otherwise. */
const refuseTooLate = ({ notice: { publishAt, expiresAt } }: Draft, body: Pick<NoticeChange, 'publishAt' | 'expiresAt'>): void => {
  if (publishAt === null || expiresAt === null || publishAt < expiresAt) return
  if (body.publishAt) throw refuse(noticeErrors.publishedTooLate, 'publishAt')
  if (body.expiresAt) throw refuse(noticeErrors.publishedTooLate, 'expiresAt')
}

/** The fields that the audit records. */
const told = ({ notice, targetIds }: Draft) => ({
  title: notice.title,
  content: notice.content,
  type: notice.type,
  priority: notice.priority,
  publishAt: notice.publishAt,
  expiresAt: notice.expiresAt,
  isActive: notice.isActive === 1,
  targetUsers: notice.targetAllUsers ? 'all' : targetIds,
  ...(notice.attachmentSha256 !== null && { attachment: notice.attachmentSha256 }),
})

/** Notifies the open screens of the recipients. An inactive notice concerns no one. */
const notifyOf = (ctx: Ctx, { notice, targetIds }: Draft): void => {
  if (notice.isActive) ctx.notify('notices', notice.targetAllUsers ? 'everyone' : targetIds)
}

/** Serializes changes of notices, since their number is limited. */
const saveTargets = async (tx: Db, { notice, targetIds }: Draft): Promise<void> => {
  if (targetIds.length > 0) {
    // Nobody can be deleted between this check and the insert.
    await lock(tx, 'users')
    if ((await targeting.countPeople(tx, targetIds)) < targetIds.length) throw refuse(noticeErrors.targetMissing, 'targetUsers')
  }
  await targeting.setTargets(tx, notice.id, targetIds)
  if ((await targeting.countTargets(tx)) > noticeLimits.allTargets) throw refuse(noticeErrors.tooManyTargets, 'targetUsers')
}

const answerOf = async (tx: Db, ctx: Ctx, id: string): Promise<Notice> => {
  const row = await rows.byId(tx, id)
  const [notice] = row ? await toNotices(tx, [row], ctx.now.toISOString(), id) : []
  if (!notice) throw new AppError(commonErrors.notFound)
  return notice
}

export const create = async (ctx: Ctx, { body, file }: Input<typeof noticesApi.create>): Promise<Notice> => {
  const attachment = await readAttachment(ctx, file)
  const draft = drafted(ctx, body, attachment)
  const { id } = draft.notice
  return withAttachment(ctx, attachment, async (tx) => {
    refuseTooLate(draft, body)
    await lock(tx, 'notices')
    if ((await rows.count(tx)) >= noticeLimits.most) throw new AppError(noticeErrors.tooMany)
    await rows.insert(tx, draft.notice)
    await saveTargets(tx, draft)
    await writeAudit(tx, ctx, { action: 'notices.create', targetId: id, after: told(draft) })
    notifyOf(ctx, draft)
    return answerOf(tx, ctx, id)
  })
}

/** Returns the stored notice. Throws `notFound`. */
const mustFind = async (tx: Db, id: string): Promise<Draft> => {
  const row = await rows.byId(tx, id)
  if (!row) throw new AppError(commonErrors.notFound)
  const { authorName: _name, authorEmail: _email, fileSize: _size, fileType: _type, ...notice } = row
  return { notice, targetIds: await targeting.targetIds(tx, id) }
}

const isSame = (one: Draft, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other)

export const update = async (ctx: Ctx, { params: { id }, body, file }: Input<typeof noticesApi.update>): Promise<Notice> => {
  // Checked before the expensive re-encoding.
  if (!(await rows.byId(ctx.db, id))) throw new AppError(commonErrors.notFound)
  const attachment = await readAttachment(ctx, file)
  return withAttachment(ctx, attachment, async (tx) => {
    await lock(tx, 'notices')
    const before = await mustFind(tx, id)
    const after = changed(ctx, before, body, attachment)
    if (isSame(before, after) && !body.showAgain) return answerOf(tx, ctx, id)
    refuseTooLate(after, body)
    const { id: _id, createdBy: _by, createdAt: _at, ...columns } = after.notice
    await rows.update(tx, id, { ...columns, updatedAt: ctx.now.toISOString() })
    await saveTargets(tx, after)
    if (body.showAgain) await targeting.clearReads(tx, id)
    const change = { ...told(after), ...(body.showAgain && { showAgain: true }) }
    await writeAudit(tx, ctx, { action: 'notices.update', targetId: id, before: told(before), after: change })
    notifyOf(ctx, before)
    notifyOf(ctx, after)
    return answerOf(tx, ctx, id)
  })
}

export const remove = async (ctx: Ctx, { params: { id } }: Input<typeof noticesApi.remove>): Promise<void> =>
  ctx.transact(async (tx) => {
    await lock(tx, 'notices')
    const before = await mustFind(tx, id)
    await rows.remove(tx, id)
    await writeAudit(tx, ctx, { action: 'notices.remove', targetId: id, before: told(before) })
    notifyOf(ctx, before)
  })
