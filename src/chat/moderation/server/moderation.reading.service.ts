import type { LastMessage, SharedConversation } from '#chat/conversations/conversations.shapes.contract.ts'
import { authorize } from '#chat/conversations/server/conversations.authorize.service.ts'
import { stretchOf } from '#chat/conversations/server/conversations.messages.service.ts'
import * as review from '#chat/conversations/server/conversations.review.service.ts'
import { showShared } from '#chat/conversations/server/conversations.show.service.ts'
import type { Reply } from '#contract/endpoint.ts'
import { AppError, commonErrors } from '#contract/errors.ts'
import { fold } from '#server/db/fold.ts'
import type { Input } from '#server/feature/feature.ts'
import type { Ctx } from '#server/feature/platform.ts'
import { byInstant, pageOf } from '#server/http/paging.ts'
import { after, HOUR } from '#server/time.ts'
import { writeAudit } from '#system/audit/server/audit.service.ts'
import type { moderationApi } from '../moderation.contract.ts'
import type { FlaggedMessage, MonitoredConversation } from '../moderation.shapes.contract.ts'
import * as awaiting from './moderation.awaiting.db.ts'
import * as rows from './moderation.db.ts'
import { withMarks } from './moderation.show.service.ts'

/** Removes the text: only opening a conversation shows its content, and that is recorded. */
const withoutText = ({ encryption: _, clientId: __, ...message }: LastMessage): LastMessage => ({ ...message, content: null })

/** Adds the number of flagged and reported messages to conversations. */
const withCounts = async ({ db }: Pick<Ctx, 'db'>, shown: readonly SharedConversation[]): Promise<MonitoredConversation[]> => {
  const found = await awaiting.marksIn(
    db,
    shown.map(({ _id }) => _id),
  )
  const marks = new Map(found.map((one) => [one.conversationId, one]))
  return shown.map((one) => ({
    ...one,
    lastMessage: one.lastMessage && withoutText(one.lastMessage),
    messageCount: one.lastSeq - one.firstSeq + 1,
    flaggedCount: marks.get(one._id)?.flags ?? 0,
    reportCount: marks.get(one._id)?.reports ?? 0,
  }))
}

export const conversations = async (
  ctx: Ctx,
  { query }: Input<typeof moderationApi.conversations>,
): Promise<Reply<typeof moderationApi.conversations>> => {
  const { items, nextCursor } = await review.allConversations(ctx, query, { folded: fold(query.search ?? ''), type: query.type })
  return { items: await withCounts(ctx, items), nextCursor }
}

export const conversation = async (
  ctx: Ctx,
  { params: { id } }: Input<typeof moderationApi.conversation>,
): Promise<MonitoredConversation> => {
  await authorize(ctx.db, ctx, id, 'moderate')
  const [shown] = await withCounts(ctx, await showShared(ctx, [id]))
  if (!shown) throw new AppError(commonErrors.notFound)
  return shown
}

type Reading = { action: 'moderation.read' | 'moderation.export'; id: string }

/** Records that an administrator reads or deletes messages of other people. */
export const writeReading = async (ctx: Ctx, { action, id }: Reading): Promise<void> => {
  const name = (await review.titlesOf(ctx, [id])).get(id)?.name ?? ''
  await ctx.transact((tx) => writeAudit(tx, ctx, { action, targetId: id, after: { name } }))
}

/** Returns whether the caller has opened the conversation within the last hour; otherwise reading on counts as opening it. */
const hasOpened = ({ db, me, now }: Ctx, id: string): Promise<boolean> => rows.hasRead(db, me._id, id, after(now, -HOUR))

export const messages = async (
  ctx: Ctx,
  { params: { id }, query }: Input<typeof moderationApi.messages>,
): Promise<Reply<typeof moderationApi.messages>> => {
  const conversation = await authorize(ctx.db, ctx, id, 'moderate')
  const { page = 1, before } = query
  const isOpening = before === undefined && page === 1
  if (isOpening || !(await hasOpened(ctx, id))) await writeReading(ctx, { action: 'moderation.read', id })
  const { hasMore, ...stretch } = stretchOf({ ...query, after: undefined }, conversation)
  const items = stretch.to < stretch.from ? [] : await withMarks(ctx, await review.reviewStretch(ctx, id, stretch))
  return { items, hasMore, ...(before === undefined && { page }) }
}

export const openReports = async ({ db }: Ctx): Promise<{ count: number }> => ({ count: await awaiting.countReported(db) })

export const flagged = async (ctx: Ctx, { query }: Input<typeof moderationApi.flagged>): Promise<Reply<typeof moderationApi.flagged>> => {
  const page = await pageOf(byInstant, query, (limit, place) => awaiting.pageOfFlagged(ctx.db, limit, place))
  const found = await review.reviewMessages(
    ctx,
    page.items.map(({ id }) => id),
  )
  const inOrder = page.items.flatMap(({ id }) => found.get(id) ?? [])
  const titles = await review.titlesOf(
    ctx,
    inOrder.map(({ conversation }) => conversation),
  )
  const items = (await withMarks(ctx, inOrder)).map((message): FlaggedMessage => {
    const title = titles.get(message.conversation)
    return {
      ...message,
      conversationName: title?.name ?? '',
      conversationType: title?.type ?? 'group',
      conversationDeleted: title?.deletedAt !== null,
    }
  })
  return { items, nextCursor: page.nextCursor, total: await awaiting.countFlagged(ctx.db) }
}
