import { authorize } from '#chat/conversations/server/conversations.authorize.service.ts'
import { remove } from '#chat/conversations/server/conversations.changes.service.ts'
import { receiptKey } from '#chat/conversations/server/conversations.ciphertexts.service.ts'
import * as review from '#chat/conversations/server/conversations.review.service.ts'
import type { Disclosure } from '#chat/encryption/encryption.disclosure.contract.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { newId } from '#server/db/ids.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { byId, pageOf } from '#server/http/paging.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import type { moderationApi } from '../moderation.contract.ts'
import { moderationErrors, type OwnReport, type Report } from '../moderation.shapes.contract.ts'
import * as rows from './moderation.db.ts'
import { prove } from './moderation.disclosure.service.ts'
import { toReports } from './moderation.show.service.ts'

const toOwn = (row: rows.OwnReportRow): OwnReport => ({
  _id: row.id,
  message: row.messageId,
  conversation: row.conversationId,
  sender: { _id: row.senderId, name: row.senderName },
  reason: row.reason,
  createdAt: row.createdAt,
  outcome: row.outcome,
  decidedAt: row.decidedAt,
  isSeen: row.outcome === null || row.seenAt !== null,
})

/** Returns whether the report has nothing to add: one that revealed nothing can be completed until it is decided. */
const isComplete = ({ disclosed, outcome }: rows.OwnReportRow, disclosure: Disclosure | null | undefined): boolean =>
  !disclosure || disclosed !== null || outcome !== null

/** Reports a message that the caller may see. A second report by the same person returns the first one. */
export const report = async (ctx: Ctx, { params: { id }, body }: Input<typeof moderationApi.report>): Promise<OwnReport> => {
  const disclosure = body?.disclosure
  const key = disclosure && (await receiptKey(ctx))
  const own = await ctx.transact(async (tx) => {
    const message = await review.lockMessage(tx, id)
    const conversation = await authorize(tx, ctx, message.conversationId, 'read')
    const known = await rows.ownReport(tx, ctx.me._id, id)
    if (known && isComplete(known, disclosure)) return known
    if (message.deletedAt !== null) throw new AppError(commonErrors.notFound)
    if (message.senderId === ctx.me._id) throw new AppError(moderationErrors.ownMessage)
    const disclosed = disclosure && key ? await prove(tx, { key, message }, disclosure) : null
    if (known) await rows.complete(tx, conversation, known.id, disclosed)
    else
      await rows.insertReport(tx, conversation, {
        id: newId(),
        messageId: id,
        reporterId: ctx.me._id,
        reason: body?.reason ?? '',
        createdAt: ctx.now.toISOString(),
        outcome: null,
        decidedBy: null,
        decidedAt: null,
        seenAt: null,
        disclosed,
      })
    return rows.ownReport(tx, ctx.me._id, id)
  })
  if (!own) throw new AppError(commonErrors.notFound)
  return toOwn(own)
}

export const reports = async (
  { db, me }: Ctx,
  { query }: Input<typeof moderationApi.reports>,
): Promise<Reply<typeof moderationApi.reports>> => {
  const { items, nextCursor } = await pageOf(byId, query, (limit, after) => rows.pageOfOwn(db, me._id, limit, after))
  return { items: items.map(toOwn), nextCursor, unseen: await rows.countUnseen(db, me._id) }
}

export const markReportsSeen = async ({ transact, me, now }: Ctx): Promise<void> => {
  await transact((tx) => rows.markSeen(tx, me._id, now.toISOString()))
}

/**
 * Decides a message's reports. A dismissed report keeps nothing: a message deleted in the meantime is erased, unless another
 * report or flag keeps it.
 */
export const decide = async (ctx: Ctx, { params: { id }, body }: Input<typeof moderationApi.decide>): Promise<Report> => {
  const { outcome, deleteMessage } = body
  const messageId = await ctx.transact(async (tx) => {
    const found = await rows.reportById(tx, id)
    if (!found) throw new AppError(commonErrors.notFound)
    const message = await review.lockMessage(tx, found.messageId)
    const decided = (await rows.reportById(tx, id))?.outcome !== null
    if (decided) throw new AppError(moderationErrors.decided)
    const decision = { outcome, decidedBy: ctx.me._id, decidedAt: ctx.now.toISOString() }
    const reporters = await rows.decideReports(tx, message.id, decision)
    ctx.notify('moderation', reporters)
    const after = { message: message.id, conversation: message.conversationId, outcome, reports: reporters.length }
    await writeAudit(tx, ctx, { action: 'moderation.decide', targetId: message.senderId, after })
    if (outcome === 'dismissed') await review.letGo(tx, ctx.hooks, message.id)
    return message.id
  })
  if (deleteMessage) await remove(ctx, { params: { id: messageId }, query: undefined, body: undefined })
  const decided = await rows.reportById(ctx.db, id)
  if (!decided) throw new AppError(commonErrors.notFound)
  const [shown] = await toReports(ctx, [decided])
  if (!shown) throw new AppError(commonErrors.notFound)
  return shown
}
