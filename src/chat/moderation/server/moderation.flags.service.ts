import * as review from '#chat/conversations/server/conversations.review.service.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import type { MessagesTable } from '#server/db/tables/chat.ts'
import type { Db } from '#server/db/tables.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import type { moderationApi } from '../moderation.contract.ts'
import type { MonitoredMessage } from '../moderation.shapes.contract.ts'
import * as rows from './moderation.db.ts'
import { withMarks } from './moderation.show.service.ts'

/** Throws if the content was erased: a message deleted without being evidence cannot be flagged. */
const mustHaveContent = async (tx: Db, { id, deletedAt }: MessagesTable): Promise<void> => {
  if (deletedAt !== null && !(await review.isEvidence(tx, id))) throw new AppError(commonErrors.notFound)
}

const putFlag = async (tx: Db, ctx: Ctx, message: MessagesTable, reason: string): Promise<void> => {
  const { id, senderId, conversationId } = message
  await mustHaveContent(tx, message)
  const isNew = await rows.insertFlag(tx, { messageId: id, flaggedBy: ctx.me._id, reason, flaggedAt: ctx.now.toISOString() })
  if (!isNew) return
  const after = { message: id, conversation: conversationId, reason }
  await writeAudit(tx, ctx, { action: 'moderation.flag', targetId: senderId, after })
}

const takeFlag = async (tx: Db, ctx: Ctx, { id, senderId, conversationId, deletedAt }: MessagesTable): Promise<void> => {
  const removed = await rows.removeFlag(tx, id)
  if (!removed) {
    if (deletedAt !== null && !(await review.isEvidence(tx, id))) throw new AppError(commonErrors.notFound)
    return
  }
  const before = { message: id, conversation: conversationId, reason: removed.reason, flaggedBy: removed.flaggedBy }
  await writeAudit(tx, ctx, { action: 'moderation.unflag', targetId: senderId, before })
  await review.letGo(tx, ctx.hooks, id)
}

/** Flags a message. If two people flag it at once, the first flag wins. */
export const flag = async (ctx: Ctx, { params: { id }, body }: Input<typeof moderationApi.flag>): Promise<MonitoredMessage> => {
  await ctx.transact(async (tx) => {
    const message = await review.lockMessage(tx, id)
    if (body.flag) await putFlag(tx, ctx, message, body.reason ?? '')
    else await takeFlag(tx, ctx, message)
  })
  const found = (await review.reviewMessages(ctx, [id])).get(id)
  const [message] = found ? await withMarks(ctx, [found]) : []
  if (!message) throw new AppError(commonErrors.notFound)
  return message
}
